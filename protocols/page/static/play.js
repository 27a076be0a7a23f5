// Play: any game, between a person and a search, two people, or two searches.

import {showRequest} from "./address.js";
import {Clock} from "./clock.js";
import {announce, button, labelled, make, section, select} from "./element.js";
import {PERSON, Players} from "./players.js";
import {depthText, knownOf, scoreText, shortScore, verdict} from "./score.js";
import {saveAndLoad} from "./save.js";
import {keepGame, Statistics} from "./statistics.js";
import {GameView} from "./view.js";

const HINT_TIME = 1000; // milliseconds of a search for the values of all moves
const TIMES = [[100, "0.1 s"], [500, "0.5 s"], [1000, "1 s"], [3000, "3 s"], [10000, "10 s"]];
const CLOCKS = [["", "no clock"], ["60+0", "1 min"], ["180+2", "3 min + 2 s"], ["300+0", "5 min"], ["900+10", "15 min + 10 s"]];
const PAUSES = [[0, "none"], [500, "0.5 s"], [1500, "1.5 s"]];

export class Play extends GameView {
  // about: who plays from here on, see Players.
  constructor(page, place, about = {}) {
    super(page, place);
    const {game} = this;
    const several = game.seats.length > 1;
    this.about = about;
    this.lines = null; // of every move in the position shown
    this.resigned = null;
    this.paused = false;
    this.searching = this.asking(); // for the move of the search whose turn it is
    this.valuing = this.asking(); // for the values of every move
    this.planned = null; // the moves of the game, and how many were on the board, when a premove was entered
    this.considered = null; // the position in which a search is choosing its move
    this.clock = new Clock(game.seats.length, (seat) => this.flagFell(seat), () => this.drawClocks());
    this.told = make("p", {class: "told"});
    this.judged = make("p", {class: "told"}); // the verdict on a person's move, until the next one
    this.worths = make("p", {class: "quiet"});
    this.clocks = game.seats.map((seat) => make("span", {class: "clock", "aria-label": `Clock of ${seat}`}));
    this.clockRow = make("div", {class: "clocks"}, ...this.clocks);
    this.players = new Players(game, page.offer, about, () => this.sit());
    this.timeField = select(TIMES, 1000);
    this.pauseField = select(PAUSES, 500);
    const tried = (text, act) => button(text, () => this.attempt(act));
    this.pauseButton = tried("Pause", () => this.togglePause());
    this.hintButton = tried("Hint", () => this.hint());
    this.resignButton = tried("Resign", () => this.resign());
    this.reviewButton = tried("Review", () => this.page.open("review", {...this.shown.begin, moves: this.shown.moves}, {names: this.names}));
    this.valuesBox = make("input", {type: "checkbox", onchange: (event) => this.showValues(event.target.checked)});
    this.statistics = new Statistics(game);
    this.layout(
      [this.clockRow, this.board.element, this.status, this.said, this.odds, this.choices, this.form, this.fault],
      [
        section("Players",
          several ? make("div", {class: "row-of"}, make("span", {}, "Play as"),
            ...game.seats.map((seat, index) => tried(seat, () => this.playAs(index))),
            tried("either", () => this.playAs(Math.floor(Math.random() * game.seats.length)))) : null,
          ...this.players.elements,
          labelled("Time for a move", this.timeField),
          several ? labelled("Clock", select(CLOCKS, "", (text) => this.setClock(text))) : null,
          labelled("Pause between moves", this.pauseField),
          this.rules,
          game.explained.length ? make("details", {}, make("summary", {}, "How it is played"), make("ul", {}, ...game.explained.map((text) => make("li", {}, text)))) : null),
        section("Game",
          make("div", {class: "row-of"},
            tried("New game", () => this.anew(this.shown.begin)), tried("Take back", () => this.takeBack()), this.hintButton,
            this.flipButton, this.resignButton, this.pauseButton, this.reviewButton),
          make("label", {class: "check"}, this.valuesBox, "Show the value of every move, and name blunders"),
          this.told, this.judged, this.worths, this.history),
        this.statistics.element,
        saveAndLoad(this.shown, (found, more) => this.page.open("play", found, found.moves.length ? {loaded: true, names: more.names} : {kept: this.players.kept}), () => this.names),
      ],
      make("h1", {class: "unseen"}, `Play ${game.title}`));
  }

  async start() {
    await super.start();
    if (this.shown.position) this.board.turn(this.players.own === 1);
  }

  // The names of the players; in a loaded game, of those who played it, unless a search has taken a seat.
  get names() {
    return this.players.persons === this.players.places.length && this.about.names?.length ? this.about.names : this.players.names;
  }

  // Whether no person plays.
  get watched() {
    return this.players.persons === 0;
  }

  get over() {
    return !this.shown.position || this.shown.position.over || this.resigned !== null || this.clock.fallen !== null;
  }

  // Who is to move: the name of a search, or a person.
  get mover() {
    return this.players.search(this.shown.position.player);
  }

  get mayMove() {
    return this.shown.position && !this.over && (this.mover === PERSON || !this.shown.atEnd);
  }

  draw() {
    const {shown, game} = this;
    if (!shown.position) return; // a player was chosen before the position came
    showRequest("play", shown.place);
    this.forgetValues();
    this.drawPosition();
    this.players.draw(shown.position.strongest);
    this.drawStatus();
    this.hintButton.disabled = this.resignButton.disabled = this.over;
    this.reviewButton.disabled = shown.moves.length <= shown.least;
    this.pauseButton.hidden = !this.watched;
    this.clock.turn(this.over || !shown.atEnd ? null : shown.position.player);
    this.drawClocks();
    document.title = `${game.title[0].toUpperCase()}${game.title.slice(1)} – Oddsfish`;
    if (this.valuesBox.checked && !this.over) this.value();
    this.keep();
    this.board.early = this.mayMove || this.over || this.watched ? null : (cells) => {
      this.planned = cells.length ? {moves: shown.moves, count: shown.shown} : null;
      this.board.plan(cells);
    };
    if (!this.playPlanned()) this.think();
  }

  // Plays the premove if the other side has moved since, and if it is legal now. Any other change of the position
  // cancels it. Returns whether it is played.
  playPlanned() {
    const {shown, planned} = this;
    if (!planned || (planned.moves === shown.moves && planned.count === shown.shown)) return false;
    const [from, to] = this.board.planned;
    const replied = shown.atEnd && shown.moves.length === planned.count + 1 && planned.moves.slice(0, planned.count).every((move, index) => move === shown.moves[index]);
    this.planned = null;
    this.board.plan([]);
    const found = !replied || !this.mayMove ? undefined
      : shown.position.moves.find(({cells}) => cells[0]?.includes(from) && (to === undefined ? cells.length === 1 : cells[1]?.includes(to)));
    if (found) this.move(found.move);
    return Boolean(found);
  }

  // Counts a game of one person when it ends, once. A game that is over when it is first shown does not count.
  keep() {
    const {shown, players} = this;
    const own = players.person, game = this.over ? `${shown.begin.fen} ${shown.moves.join(" ")}` : "";
    const counts = this.ended !== undefined && !this.ended.has(game) && players.persons === 1;
    this.ended ??= new Set([""]);
    this.ended.add(game);
    if (!counts) return;
    const lost = this.resigned ?? this.clock.fallen;
    const first = lost === null ? shown.position.result : lost === 0 ? 0 : 1;
    const opponent = players.names[1 - own] ?? "";
    keepGame({game: this.game.name, title: this.game.title, opponent, seat: this.game.seats[own], score: own === 0 ? first : 1 - first, moves: shown.moves, fen: shown.begin.fen, rules: shown.begin.rules});
    this.statistics.draw();
  }

  drawStatus(more = "") {
    const {position} = this.shown;
    const seats = this.game.seats;
    const status = this.resigned !== null ? `${seats[this.resigned]} resigns${seats.length > 1 ? `: ${seats[1 - this.resigned]} wins` : ""}`
      : this.clock.fallen !== null ? `${seats[this.clock.fallen]} has no time left: ${seats[1 - this.clock.fallen]} wins`
        : position.diagram.status || position.ending;
    this.status.textContent = [status, more].filter(Boolean).join(" – ");
  }

  drawClocks() {
    this.clockRow.hidden = !this.clock.runs;
    this.clocks.forEach((clock, seat) => {
      clock.textContent = this.clock.runs ? `${this.game.seats[seat]} ${this.clock.text(seat)}` : "";
      clock.classList.toggle("running", this.clock.seat === seat);
    });
  }

  // Plays a person's move. Judges it if the values of all moves are known.
  async made(text) {
    const {lines} = this, {player} = this.shown.position;
    const answer = await this.shown.play(text, () => this.clock.moved(player));
    const {said, mark} = lines ? verdict(lines, answer.move, this.game.par) : {said: "", mark: ""};
    this.told.textContent = answer.outcome;
    this.judged.textContent = said ? `${answer.text}${mark} ${said}` : "";
    if (said) {
      this.shown.mark(mark);
      this.drawHistory();
      announce(said);
    }
  }

  anew(place) {
    this.halt();
    this.resigned = null;
    this.ended = new Set([""]);
    this.clock.reset();
    this.told.textContent = this.judged.textContent = "";
    return super.anew(place);
  }

  keys() {
    return {
      ...super.keys(), h: () => this.attempt(() => this.hint()),
    };
  }

  // Takes back to the last decision of a person, or takes back a resignation.
  async takeBack() {
    const {shown} = this;
    const resigned = this.resigned !== null;
    if (!resigned && shown.moves.length <= shown.least) throw new Error("There is nothing to take back.");
    this.halt();
    this.resigned = null;
    if (resigned) return this.draw();
    let count = 1;
    if (this.players.persons === 1 && this.game.seats.length > 1 && this.mover === PERSON) count = 2;
    count = Math.min(count, shown.moves.length - shown.least);
    return shown.takeBack(count, () => this.clock.takeBack(count));
  }

  walk(count) {
    this.halt();
    return super.walk(count);
  }

  flip() {
    super.flip();
    if (this.lines) this.annotate();
  }

  resign() {
    if (this.over) throw new Error("The game is over.");
    if (!confirm("Resign this game?")) return;
    this.halt();
    this.planned = null;
    this.board.plan([]);
    this.resigned = this.watched || this.mover === PERSON ? this.shown.position.player : this.players.person;
    this.draw();
    announce(this.status.textContent);
  }

  sit() {
    this.halt();
    this.draw();
  }

  // Begins a new game with a person in this seat, and turns the board to it.
  playAs(own) {
    this.players.seat(own);
    if (!this.flipButton.hidden) this.board.turn(own === 1);
    return this.anew(this.shown.begin);
  }

  setClock(text) {
    const [base, increment] = text.split("+").map(Number);
    this.clock.set(text ? base : null, increment);
    this.clock.turn(this.over || !this.shown.position ? null : this.shown.position.player);
    this.drawClocks();
  }

  flagFell(seat) {
    this.halt();
    this.draw();
    announce(`${this.game.seats[seat]} has no time left.`);
  }

  togglePause() {
    this.paused = !this.paused;
    this.pauseButton.textContent = this.paused ? "Continue" : "Pause";
    if (this.paused) this.halt();
    else this.think();
  }

  halt() {
    clearTimeout(this.later);
    this.searching.drop();
    this.considered = null;
  }

  // The options and limits of the search to move.
  settings() {
    const {options, limits} = this.players.settings(this.shown.position.player);
    const time = this.clock.runs ? this.clock.limits() : {movetime: Number(this.timeField.value)};
    return {options, limits: {...limits, ...time}};
  }

  // Starts the search whose turn it is. Drops a search of a position that is no longer shown.
  think() {
    const {shown, mover} = this;
    if (this.considered !== shown.position) this.halt();
    if (this.considered !== null || this.over || mover === PERSON || !shown.atEnd || (this.paused && this.watched)) return;
    if (shown.asking.busy) return; // a move is sent: its answer redraws, and a new search's move would drop it
    const {player} = shown.position;
    this.drawStatus(`${mover} thinks …`);
    const began = Date.now();
    this.considered = shown.position;
    this.searching.follow("search", {place: shown.place, ...this.settings()}, (message) => {
      if (message.lost || message.error) this.considered = null;
      if (message.error) {
        this.fault.textContent = message.error;
        this.drawStatus(`${mover} cannot move: choose another player`);
      }
      if (message.waiting) {
        this.clock.stop();
        this.drawStatus(`${mover} waits: too many searches are running`);
      }
      if (message.waiting === false) this.clock.turn(player);
      if (message.lines && !message.done) this.drawStatus(`${mover} thinks … depth ${message.depth}, ${scoreText(message.lines[0].score)}`);
      if (message.done && message.move) {
        this.later = setTimeout(() => this.attempt(async () => {
          this.considered = null;
          const answer = await shown.play(message.move, () => this.clock.moved(player));
          this.told.textContent = `${mover}: ${message.text}, ${scoreText(message.score)}, depth ${message.depth}. ${message.remark ? `${message.remark}. ` : ""}${answer.outcome}`;
        }), this.watched ? Math.max(0, Number(this.pauseField.value) - (Date.now() - began)) : 0);
      }
    });
  }

  // The value of every move.

  showValues(on) {
    if (on) return this.value();
    this.forgetValues();
    return this.board.annotate([]);
  }

  forgetValues() {
    this.valuing.drop();
    this.lines = null;
    this.worths.textContent = "";
  }

  async hint() {
    if (this.over) throw new Error("The game is over.");
    this.value((lines) => {
      this.told.textContent = this.inWords(lines[0]);
      announce(this.told.textContent);
    });
  }

  // A line as a hint: the move, its score, and the expected reply.
  inWords(line) {
    const {position} = this.shown, {board} = this;
    const {cells} = position.moves.find((move) => move.move === line.move);
    const at = (cell) => board.name(cell), what = (cell) => this.game.symbols[position.diagram.cells[cell]];
    const [from] = cells[0] ?? [], to = cells.at(-1)?.[0];
    const side = (name) => name?.split(" ")[0]; // castling may end at the cell of one's own rook
    const taken = cells.length > 1 && what(to) && side(what(to)) !== side(what(from)) ? `, and take the ${what(to)}` : "";
    const text = cells.length > 1 ? `Move the ${what(from)} from ${at(from)} to ${at(to)}${taken} (${line.text})` : `Best: ${line.text}`;
    const reply = line.spelled[1] ? ` The expected reply is ${line.spelled[1]}.` : "";
    return `${text}: ${scoreText(line.score)}${depthText([line])}.${reply}`;
  }

  value(tell = () => {}) {
    const {shown} = this;
    if (!shown.position) return;
    const analysed = this.game.options.some((option) => option.name === "UCI_AnalyseMode") ? {UCI_AnalyseMode: "true"} : {}; // not weakened
    const options = {Search: this.shown.position.strongest || this.game.strongest, MultiPV: String(this.page.offer.most.lines), ...analysed};
    this.valuing.drop();
    this.valuing.follow("search", {place: shown.place, options, limits: {movetime: HINT_TIME}, even: true}, (message) => {
      if (message.error) this.fault.textContent = message.error;
      if (!message.lines) return;
      this.lines = [...message.lines].sort((a, b) => (a.score.bound === "unknown") - (b.score.bound === "unknown") || b.score.value - a.score.value);
      this.annotate();
      if (message.done) tell(this.lines);
    });
  }

  annotate() {
    if (!this.lines) return super.annotate();
    const byName = new Map(this.shown.position.moves.map((move) => [move.move, move]));
    const one = this.shown.position.moves.every((move) => move.cells.length === 1);
    const best = this.lines[0]?.score.value;
    const notes = (one ? this.lines : this.lines.slice(0, 3)).map((line, index) => ({
      move: byName.get(line.move), text: shortScore(line.score, this.game),
      kind: line.score.value === best && line.score.bound !== "unknown" ? "best" : index < 3 ? "good" : "other",
    }));
    this.board.annotate(notes);
    const known = this.valuesBox.checked ? knownOf(this.lines) : [];
    const left = this.lines.length - known.length;
    this.worths.textContent = known.length ? `Values${depthText(known)}: ${known.map((line) => `${line.text} ${shortScore(line.score, this.game)}`).join(", ")}${left ? `; ${left} more are not known yet` : ""}.` : "";
    return undefined;
  }

  close() {
    super.close();
    this.halt();
    this.clock.reset();
  }
}
