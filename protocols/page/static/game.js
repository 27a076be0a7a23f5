// A game that somebody looks at: the place that the page shows, every position on the way there, what is still to come.

import {Lost} from "./connection.js";
import {announce} from "./element.js";

export class GameShown {
  // changed(): called when another position is shown.
  constructor(connection, offer, place, changed) {
    this.connection = connection;
    this.offer = offer;
    this.changed = changed;
    this.begin = {...place, moves: []};
    this.moves = place.moves; // of the whole game
    this.shown = this.moves.length; // how many of them have been made on the board
    this.position = null; // of what is shown, as the server tells it
    this.texts = []; // of the moves, as people read them, as far as they are known
    this.marks = []; // of moves that were mistakes: ? or ??
    this.asked = 0;
  }

  get game() {
    return this.offer.games.find((game) => game.name === this.begin.game);
  }

  get place() {
    return {...this.begin, moves: this.moves.slice(0, this.shown)};
  }

  get atEnd() {
    return this.shown === this.moves.length;
  }

  // Every change of the position goes through here: the last one asked for is shown.
  async take(kind, fields) {
    const asked = ++this.asked;
    const answer = await this.connection.ask(kind, fields);
    return asked === this.asked ? answer : null;
  }

  // What the place says, or a new game where it begins with what nobody decides. Where it makes no sense, it is said, and the game's own start shown.
  async start() {
    try {
      if (this.game.beginnings && !this.moves.length && !this.begin.fen) await this.anew(this.begin);
      else await this.load();
    } catch (error) {
      if (!this.position && !(error instanceof Lost)) await this.anew({game: this.begin.game, rules: {}, fen: "", moves: []});
      throw error;
    }
  }

  // No answer is taken up any more.
  close() {
    this.asked++;
  }

  async load() {
    const answer = await this.take("position", {place: this.place});
    if (!answer) return;
    this.texts.splice(0, answer.texts.length, ...answer.texts);
    this.set(answer);
  }

  set(answer) {
    this.position = answer.position;
    this.changed();
  }

  async anew(place) {
    const answer = await this.take("begin", {place: {...place, moves: []}});
    if (!answer) return;
    this.begin = {...place, moves: []};
    this.moves = answer.moves;
    this.shown = answer.moves.length;
    this.texts = [];
    this.marks = [];
    this.set(answer);
    announce("New game.");
  }

  // Plays a move from what is shown; moves behind it are forgotten. What the server said of it, null if something else was asked for meanwhile.
  // moved(): called when the move is made, before it is shown.
  async play(move, moved = () => {}) {
    const before = this.position, shown = this.shown;
    const answer = await this.take("play", {place: this.place, move});
    if (!answer) return null;
    moved();
    const player = before.player;
    this.moves = answer.moves;
    this.texts = this.texts.slice(0, shown);
    this.texts[shown] = answer.text;
    this.marks = this.marks.slice(0, shown);
    this.shown = answer.moves.length;
    this.set(answer);
    const who = this.game.seats.length > 1 ? `${this.game.seats[player]}: ` : "";
    announce([`${who}${answer.text}.`, answer.outcome, answer.position.over ? `${answer.position.ending}.` : ""].filter(Boolean).join(" "));
    return answer;
  }

  // Marks the last move shown.
  mark(text) {
    this.marks[this.shown - 1] = text;
  }

  async show(count) {
    this.shown = Math.max(this.least, Math.min(this.moves.length, count));
    await this.load();
  }

  // Moves with which a game begins that nobody decides stay.
  get least() {
    return this.position && !this.begin.fen && this.opened ? 1 : 0;
  }

  get opened() {
    return this.game.beginnings;
  }

  async takeBack(count) {
    this.shown = Math.max(this.least, this.moves.length - count);
    this.moves = this.moves.slice(0, this.shown);
    this.texts = this.texts.slice(0, this.shown);
    this.marks = this.marks.slice(0, this.shown);
    await this.load();
  }
}
