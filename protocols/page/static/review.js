// Review: a whole game, with a judgement of each move and a chart of the winning chances.

import {addressOf, showRequest} from "./address.js";
import {Chances} from "./chances.js";
import {announce, button, download, labelled, make, refill, row, scrolled, section, select, table} from "./element.js";
import {saveAndLoad} from "./save.js";
import {GameView} from "./view.js";

const STEP = 100; // between two ratings
const MOST_BAD = 5; // moves that are named
const LEAST_FALL = 10; // the smallest loss of winning chances, in percentage points, that is named during the review

// The facts about a game besides its moves. They are stored, so that they survive a reload of the page.
function remembered(place, about) {
  const name = `about ${place.game} ${place.fen} ${place.moves.join(" ")}`;
  try {
    if (about.names) sessionStorage.setItem(name, JSON.stringify(about));
    return about.names ? about : JSON.parse(sessionStorage.getItem(name)) ?? {};
  } catch {
    return about; // there is no room
  }
}

export class Review extends GameView {
  constructor(page, place, about = {}) {
    super(page, place);
    const {game} = this;
    this.about = remembered(place, about);
    this.reviewing = this.asking();
    this.peeking = this.asking(); // for the position under the pointer
    this.files = this.asking();
    this.found = null;
    this.rated = game.people;
    const {low, high, default: usual} = game.options.find((option) => option.name === "OpponentElo") ?? {low: 0, high: 0, default: 1500};
    const asked = Math.round(Number(new URLSearchParams(location.search).get("rating")) / STEP) * STEP;
    this.rating = asked >= low && asked <= high && asked ? asked : usual;
    this.chances = new Chances(game, (ply) => this.walk(this.shown.least + ply), (ply) => this.peek(ply));
    this.note = make("p", {class: "note-of", role: "status"});
    this.better = make("p", {class: "quiet"});
    this.progress = make("progress", {"aria-label": "Positions that are reviewed"});
    this.count = make("span", {class: "quiet"});
    const tried = (text, act) => button(text, () => this.attempt(act));
    this.startButton = tried("Review", () => this.review());
    this.stopButton = button("Stop", () => this.reviewing.stop());
    this.players = make("div");
    const ratings = Array.from({length: Math.floor((high - low) / STEP) + 1}, (_, step) => [low + step * STEP, String(low + step * STEP)]);
    const rating = select(ratings, this.rating, (value) => {
      this.rating = Number(value);
      if (this.found || this.reviewing.busy) this.attempt(() => this.review());
    });
    this.saves = make("div", {class: "row-of", hidden: true}, ...["pgn", "html", "json"].filter((kind) => kind !== "pgn" || game.pgn)
      .map((kind) => tried(`Save ${kind.toUpperCase()}`, () => this.save(kind))));
    this.onward = make("div", {class: "row-of"});
    this.layout(
      [make("div", {class: "stage"}, this.board.element, this.note), this.status, this.said, this.better, this.fault, this.onward],
      [
        section("Review",
          make("div", {class: "row-of"}, this.startButton, this.stopButton, this.flipButton, this.progress, this.count),
          this.rated ? labelled("Compare with players rated", rating) : null,
          this.chances.element, this.players, this.history, this.saves),
        saveAndLoad(this.shown, (found, more) => this.page.open("review", found, more), () => this.about.names ?? []),
      ],
      make("h1", {class: "unseen"}, `Review a game of ${game.title}`));
  }

  get mayMove() {
    return false;
  }

  async start() {
    await super.start();
    if (this.shown.moves.length > this.shown.least && this.shown.position && !this.fault.textContent) await this.attempt(() => this.review());
  }

  draw() {
    const {shown, game, found} = this;
    showRequest("review", {...shown.begin, moves: shown.moves}, {rating: this.rating});
    document.title = `Review of ${game.title} – Oddsfish`;
    const ply = shown.shown - shown.least;
    this.drawPosition();
    const empty = shown.moves.length <= shown.least;
    this.startButton.disabled = empty;
    this.stopButton.hidden = !this.reviewing.busy;
    if (empty) this.note.textContent = "Load a game below, or play one. Then press Review.";
    this.chances.first = shown.first;
    this.chances.point(ply, shown.moves.length - shown.least, this.about.clocks);
    if (found) {
      this.note.textContent = ply ? `${shown.texts[shown.shown - 1] ?? ""}${found.moves[ply - 1].mark} ${found.moves[ply - 1].note}` : "";
      this.better.textContent = found.best[ply].text ? `Best move in this position: ${found.best[ply].text}` : "";
      const best = shown.position.moves.find((move) => move.move === found.best[ply].move);
      this.board.annotate(best ? [{move: best, text: "best", kind: "best"}] : []);
    }
    const link = (view, text) => make("a", {href: addressOf(view, shown.place)}, text);
    const against = game.people ? {search: "Humanlike", strength: `HumanlikeElo ${this.rating}`} : {};
    refill(this.onward, make("span", {}, "From here:"), link("analyse", "Analyse"), link("tree", "Tree"),
      shown.position.over ? null : button(game.people ? `Play on against a player of ${this.rating}` : "Play on", () => this.page.open("play", shown.place, {...against, own: shown.position.player})));
  }

  // Shows the position under the pointer in the chart. null: shows the current position again.
  async peek(ply) {
    if (ply === null) {
      this.peeking.drop();
      return this.shown.position && this.draw();
    }
    const {shown} = this, moves = shown.moves.slice(0, shown.least + ply);
    try {
      const answer = await this.peeking.askAnew("position", {place: {...shown.begin, moves}});
      this.board.show(answer.position.diagram, []);
      this.board.annotate([]);
    } catch {
      // the connection was lost, which is reported elsewhere
    }
    return undefined;
  }

  get request() {
    const {shown, about, rating} = this;
    return {place: {...shown.begin, moves: shown.moves}, names: about.names ?? [], rating, text: about.text ?? ""};
  }

  review() {
    const {shown} = this;
    this.found = null;
    this.saves.hidden = true;
    this.players.replaceChildren();
    this.chances.clear();
    shown.marks = [];
    this.reviewing.drop();
    this.reviewing.follow("review", this.request, (message) => {
      if (message.error) this.fault.textContent = message.error;
      if (message.chances) {
        this.chances.add(message.chances);
        if (message.reviewed < message.of) this.players.replaceChildren(this.largest());
        this.progress.max = message.of;
        this.progress.value = message.reviewed;
        this.count.textContent = `${message.reviewed} of ${message.of} positions`;
      }
      if (message.waiting) this.count.textContent = "Waiting: this game is reviewed in another tab.";
      if (message.stopped) this.count.textContent = `Stopped after ${this.count.textContent}.`;
      if (message.players) this.finish(message);
      this.stopButton.hidden = !this.reviewing.busy;
    });
    this.stopButton.hidden = false;
  }

  finish(found) {
    const {shown} = this;
    this.found = found;
    this.saves.hidden = false;
    shown.marks = [...Array(shown.least).fill(""), ...found.moves.map(({mark}) => mark)];
    this.chances.judge(found.moves.map(({judgement}) => judgement));
    const [name, ...headings] = found.headings;
    const who = (seat, cells) => cells.map((cell, index) => index === 0 && cell === "?" ? this.game.seats[seat] : cell);
    const rows = make("tbody", {}, ...found.players.map((cells, seat) => row(who(seat, cells))));
    this.players.replaceChildren(scrolled("Players", table([name, ...headings].map((text) => text[0].toUpperCase() + text.slice(1)), rows, {class: "ranking"})), this.worst());
    this.draw();
    announce("The game is reviewed.");
  }

  // While the review runs: the moves that lost the mover the most winning chances.
  largest() {
    const {shown, chances: {values}} = this;
    const fall = (index) => (values[index] - values[index + 1]) * ((index + shown.first) % this.game.seats.length ? -1 : 1);
    const losses = values.slice(1).flatMap((_, index) => fall(index) >= LEAST_FALL ? [{loss: fall(index), index: shown.least + index}] : []);
    return this.named("Largest losses so far: ", losses, "No large loss so far.");
  }

  // The moves that lost the most.
  worst() {
    const {found, shown} = this;
    return this.named("Worst moves: ", found.moves.flatMap(({loss}, index) => loss ? [{loss, index: shown.least + index}] : []), "No mistakes.");
  }

  // The worst moves first, each with a button that shows it. none: the text if there are no losses.
  named(text, losses, none) {
    const {shown} = this;
    if (!losses.length) return make("p", {}, none);
    const worst = losses.sort((one, other) => other.loss - one.loss).slice(0, MOST_BAD);
    return make("p", {}, text, ...worst.flatMap(({index}) => [
      button(`${shown.number(index, true)}${shown.texts[index]}${shown.marks[index] ?? ""}`, () => this.walk(index + 1), {class: "ply"}), " "]));
  }

  async save(kind) {
    const answer = await this.files.askLast("review", {...this.request, file: kind});
    download(answer.file, new Blob([answer.text], {type: "text/plain"}));
  }
}
