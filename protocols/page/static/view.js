// What the views of one position share: the board, what is said of the position, the moves to choose from, type and walk through.

import {Board} from "./board.js";
import {button, make, refill} from "./element.js";
import {chooser, ruleFields} from "./fields.js";
import {GameShown} from "./game.js";
import {moveList, oddsText, walkButtons} from "./moves.js";

export class GameView {
  constructor(page, place) {
    this.page = page;
    this.shown = new GameShown(page.connection, page.offer, place, () => this.draw());
    const {game} = this.shown;
    this.board = new Board(game, (moves) => this.pointed(moves));
    this.status = make("p", {class: "status"});
    this.said = make("div", {class: "said"});
    this.odds = make("p", {class: "odds quiet"});
    this.choices = make("div", {class: "choices", role: "group", "aria-label": "Moves to choose from"});
    this.typed = make("input", {type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": `Type ${game.moves}`, placeholder: game.moves});
    this.form = make("form", {class: "type", onsubmit: (event) => this.type(event)}, this.typed, make("button", {}, "Move"));
    this.fault = make("p", {class: "fault", role: "alert"});
    this.history = make("div");
    this.rules = ruleFields(game, this.shown.begin.rules, (rules) => this.attempt(() => this.anew({...this.shown.begin, rules})));
    this.flipButton = button("Flip", () => this.flip());
  }

  get game() {
    return this.shown.game;
  }

  // Whether somebody may move in the position that is shown.
  get mayMove() {
    return true;
  }

  get open() {
    return this.mayMove ? this.shown.position.moves : [];
  }

  layout(title, left, right) {
    this.page.view.replaceChildren(make("h1", {class: "unseen"}, title), make("div", {class: "table"},
      make("div", {class: "left"}, ...left), make("div", {class: "right"}, ...right)));
  }

  start() {
    return this.attempt(() => this.shown.start());
  }

  // The connection is back, or the server has started anew: it knows nothing of us.
  reconnected() {
    return this.start();
  }

  // Does what was asked for; what is wrong with it is said.
  async attempt(act) {
    try {
      this.fault.textContent = "";
      await act();
    } catch (error) {
      this.fault.textContent = error.message;
    }
  }

  drawPosition() {
    const {position} = this.shown;
    this.board.show(position.diagram, this.open);
    this.board.annotate([]);
    this.flipButton.hidden = !position.diagram.turns;
    this.say(position);
    this.odds.textContent = oddsText(position.moves);
    const placeless = this.open.filter((move) => !move.cells.length);
    refill(this.choices, ...placeless.map((move) => button(move.text, () => this.move(move.move))));
    this.drawHistory();
  }

  say(position) {
    this.status.textContent = position.diagram.status || position.ending;
    this.said.replaceChildren(...position.diagram.said.map((text) => make("p", {}, text)));
  }

  drawHistory() {
    const go = (count) => this.walk(count);
    refill(this.history, walkButtons(this.shown, go), moveList(this.shown, go));
  }

  pointed(moves) {
    if (moves.length === 1) return this.move(moves[0].move);
    return chooser(this.choices, moves, (move) => this.move(move.move), () => this.draw());
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

  walk(count) {
    return this.attempt(() => this.shown.show(count));
  }

  flip() {
    this.board.turn(!this.board.turned);
    this.board.show(this.shown.position.diagram, this.open);
  }

  close() {
    this.shown.close();
  }
}
