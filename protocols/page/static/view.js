// The base of the views: the board, remarks on the position, and the moves to choose from, to type and to walk through.

import {Board} from "./board.js";
import {Asking} from "./connection.js";
import {button, make, refill, row, table} from "./element.js";
import {ruleFields} from "./fields.js";
import {GameShown} from "./game.js";

// The base of all views with a board. game: as the server offers it; undefined if it is not known yet.
export class View {
  constructor(page, game) {
    this.page = page;
    this.game = game;
    this.askings = [];
    this.board = new Board(game, (moves) => this.pointed(moves));
    this.status = make("p", {class: "status"});
    this.said = make("div", {class: "said"});
    this.fault = make("p", {class: "fault", role: "alert"});
  }

  layout(left, right, ...above) {
    this.page.view.replaceChildren(...above, make("div", {class: `table ${this.page.name}`},
      make("div", {class: "left"}, ...left), make("div", {class: "right"}, ...right)));
  }

  // For requests of one kind, until the view is closed.
  asking() {
    const made = new Asking(this.page.connection);
    this.askings.push(made);
    return made;
  }

  close() {
    for (const asking of this.askings) asking.close();
  }

  // The actions of keys, by the names of the keys.
  keys() {
    return {};
  }

  // Called when the connection is back. The server may have restarted, and knows nothing of this page.
  reconnected() {
    return this.start();
  }

  // Runs an action, and shows its error if it fails.
  async attempt(act) {
    try {
      this.fault.textContent = "";
      await act();
    } catch (error) {
      this.fault.textContent = error.message;
    }
  }

  say(position) {
    const {status, said} = position.diagram;
    this.status.textContent = status || position.ending;
    this.said.replaceChildren(...(position.guesses ? said.slice(0, 1) : said).map((text) => make("p", {}, text)));
    this.board.before(position.before);
  }
}

// A view of a game whose moves the user can walk through.
export class GameView extends View {
  constructor(page, place) {
    super(page, page.offer.games.find((game) => game.name === place.game));
    this.shown = new GameShown(this, place);
    const {game} = this;
    this.odds = make("div", {class: "odds quiet"});
    this.board.hovered = (moves) => this.hovered(moves);
    this.choices = make("div", {class: "choices", role: "group", "aria-label": "Moves to choose from"});
    this.typed = make("input", {type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": `Type ${game.moves}`, placeholder: game.moves});
    this.form = make("form", {class: "type", onsubmit: (event) => this.type(event)}, this.typed, make("button", {}, "Move"));
    this.history = make("div");
    this.opening = make("p", {class: "quiet opening"});
    this.rules = ruleFields(game, this.shown.begin.rules, (rules) => this.attempt(() => this.anew({...this.shown.begin, rules})));
    this.flipButton = button("Flip", () => this.flip());
  }

  // Whether the user may move in the position that is shown.
  get mayMove() {
    return true;
  }

  get open() {
    return this.mayMove ? this.shown.position.moves : [];
  }

  start() {
    return this.attempt(() => this.shown.start());
  }

  drawPosition() {
    const {position} = this.shown;
    this.board.show(position.diagram, this.open);
    if (position.moves.length) this.board.steps = Math.max(...position.moves.map((move) => move.cells.length));
    this.board.annotate([]);
    this.flipButton.hidden = !position.diagram.turns;
    this.say(position);
    this.odds.replaceChildren(...position.guesses ? [guessTable(position.guesses)] : [oddsText(position.moves)]);
    const placeless = this.open.filter((move) => !move.cells.length);
    refill(this.choices, ...placeless.map((move) => button(move.text, () => this.move(move.move))));
    this.drawHistory();
  }

  drawHistory() {
    const go = (count) => this.walk(count);
    this.opening.textContent = this.shown.opening;
    refill(this.history, walkButtons(this.shown, go), this.opening, moveList(this.shown, go));
  }

  // Shows on the board the chance outcomes of the move under the pointer, as in games where discs slip.
  hovered(moves) {
    const known = this.shown.position?.moves ?? [];
    const at = (odd) => known.find((move) => move.move === odd.move.split(">").at(-1));
    const odds = moves.length === 1 ? moves[0].odds : [];
    if (odds.length) this.board.annotate(odds.map((odd) => ({move: at(odd), text: `${Math.round(100 * odd.chance)} %`, kind: odd.move === moves[0].move ? "best" : "good"})));
    else if (this.slips) this.annotate();
    this.slips = odds.length > 0;
  }

  // Shows notes on the board besides the position; here none.
  annotate() {
    this.board.annotate([]);
  }

  pointed(moves) {
    if (moves.length === 1) return this.move(moves[0].move);
    return this.board.ask(moves, (move) => this.move(move.move), () => this.board.show(this.shown.position.diagram, this.open));
  }

  type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (!text) return undefined;
    if (!this.mayMove) return this.attempt(() => { throw new Error("It is not your turn."); });
    this.typed.value = "";
    return this.move(text);
  }

  move(text) {
    return this.attempt(() => this.made(text));
  }

  made(text) {
    return this.shown.play(text);
  }

  anew(place) {
    return this.shown.anew(place);
  }

  // See View.
  keys() {
    const {shown} = this, at = shown.shown;
    return {
      ArrowLeft: () => this.walk(at - 1), ArrowRight: () => this.walk(at + 1), Home: () => this.walk(0), End: () => this.walk(shown.moves.length), f: () => this.flip(),
    };
  }

  walk(count) {
    return this.attempt(() => this.shown.show(count));
  }

  flip() {
    this.board.turn(!this.board.turned);
  }
}

function moveList(shown, go) {
  const {moves, texts, marks} = shown;
  const list = make("ol", {class: "moves", "aria-label": "Moves"});
  moves.forEach((move, index) => {
    if (index < shown.least) return;
    const count = index + 1;
    const now = count === shown.shown;
    const text = texts[index] && !move.includes(">") && !move.includes(" ") ? texts[index] : move;
    list.append(make("li", {}, shown.number(index, false), button(`${text}${marks[index] ?? ""}`, () => go(count), {class: "ply", "aria-current": now ? "step" : null})));
  });
  list.querySelector("[aria-current]")?.scrollIntoView({block: "nearest"});
  return list;
}

// The chance outcomes of moves on the board, as text. The game itself describes those of other moves.
function oddsText(moves) {
  const chancy = moves.filter((move) => move.odds.length && move.cells.length);
  const text = (move) => `${move.move}: ${move.odds.map((odd) => `${odd.move.split(">").at(-1)} ${Math.round(100 * odd.chance)} %`).join(", ")}`;
  return chancy.length ? `Chance: ${chancy.map(text).join("; ")}.` : "";
}

// The possible outcomes of each guess.
function guessTable(guesses) {
  const cell = ([value, chance]) => `${Number(value.toPrecision(4))} (${Math.abs(13 * chance - Math.round(13 * chance)) < 1e-9 ? `${Math.round(13 * chance)} of 13` : `${Math.round(100 * chance)} %`})`;
  return table(["Guess", "Utility it can lead to, and how likely"], make("tbody", {}, ...guesses.map(({text, outcomes}) => row([text, outcomes.map(cell).join(", ")]))), {class: "ranking"});
}

function walkButtons(shown, go) {
  const step = (text, label, count, disabled) => button(text, () => go(count), {"aria-label": label, title: label, disabled});
  return make("div", {class: "row-of", role: "group", "aria-label": "Walk through the moves"},
    step("|◀", "To the start", 0, shown.shown <= shown.least),
    step("◀", "A move back", shown.shown - 1, shown.shown <= shown.least),
    step("▶", "A move on", shown.shown + 1, shown.atEnd),
    step("▶|", "To the end", shown.moves.length, shown.atEnd));
}
