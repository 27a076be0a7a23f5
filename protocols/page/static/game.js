// A game that somebody looks at: the place that the page shows, every position on the way there, what is still to come.

import {Lost} from "./connection.js";
import {announce} from "./element.js";

export class GameShown {
  // view: which is drawn anew when another position is shown.
  constructor(view, place) {
    this.view = view;
    this.game = view.game;
    this.asking = view.asking(); // for another position
    this.asides = view.asking(); // for what leaves it as it is
    this.begin = {...place, moves: []};
    this.moves = place.moves; // of the whole game
    this.shown = this.moves.length; // how many of them have been made on the board
    this.position = null; // of what is shown, as the server tells it
    this.texts = []; // of the moves, as people read them, as far as they are known
    this.marks = []; // of moves that were mistakes: ? or ??
    this.first = 0; // plies before the first move
    this.opening = ""; // as far as it has a name
    this.drawn = null; // the FEN with which chance has let the game begin
  }

  get place() {
    return {...this.begin, moves: this.moves.slice(0, this.shown)};
  }

  get atEnd() {
    return this.shown === this.moves.length;
  }

  // What the place says, or a new game where it begins with what nobody decides. Where it makes no sense, it is said, and the game's own start shown.
  async start() {
    try {
      if (this.game.beginnings && !this.moves.length && !this.begin.fen) await this.anew(this.begin);
      else await this.show(this.shown);
    } catch (error) {
      if (!this.position && !(error instanceof Lost)) await this.anew({game: this.begin.game, rules: {}, fen: "", moves: []});
      throw error;
    }
  }

  // Shows the position after so many moves. Like every change of the position: until the answer is there all stays as it was, and
  // of several that are asked for the last one is made.
  async show(count, moves = this.moves, made = () => {}) {
    const wanted = Math.max(this.least, Math.min(moves.length, count));
    const answer = await this.asking.askAnew("position", {place: {...this.begin, moves: moves.slice(0, wanted)}});
    made();
    const texts = [...answer.texts, ...this.texts.slice(wanted, moves.length)];
    this.set({moves, shown: wanted, texts, marks: this.marks.slice(0, moves.length), position: answer.position, opening: answer.opening, first: answer.first});
  }

  set(state) {
    Object.assign(this, state);
    this.view.page.ready(this.view);
    this.view.draw();
  }

  async anew(place) {
    const fen = place.fen === this.drawn ? "" : place.fen;
    const answer = await this.asking.askAnew("begin", {place: {...place, fen, moves: []}});
    const {moves, position} = answer;
    this.drawn = fen ? null : answer.fen || null;
    this.set({begin: {...place, fen: answer.fen, moves: []}, moves, shown: moves.length, texts: [], marks: [], position, opening: "", first: answer.first});
    announce("New game.");
  }

  // Plays a move from what is shown; moves behind it are forgotten. What the server said of it.
  // made(): called when the move is made, before it is shown.
  async play(move, made = () => {}) {
    const {player} = this.position, {shown} = this;
    const answer = await this.asking.askAnew("play", {place: this.place, move});
    made();
    const {moves, position, opening} = answer;
    const texts = this.texts.slice(0, shown);
    texts[shown] = answer.text;
    this.set({moves, shown: moves.length, texts, marks: this.marks.slice(0, shown), position, opening});
    const who = this.game.seats.length > 1 ? `${this.game.seats[player]}: ` : "";
    announce([`${who}${answer.text}.`, answer.outcome, answer.position.over ? `${answer.position.ending}.` : ""].filter(Boolean).join(" "));
    return answer;
  }

  // Marks the last move shown.
  mark(text) {
    this.marks[this.shown - 1] = text;
  }

  // The number of a move, as people count: 12. or 12…; every: also of the second in a pair.
  number(index, every) {
    const plies = index - this.least + this.first, seats = this.game.seats.length, half = plies % seats;
    return half && !every && index > this.least ? "" : `${Math.floor(plies / seats) + 1}${half ? "…" : "."} `;
  }

  // Moves with which a game begins that nobody decides stay.
  get least() {
    return this.position && !this.begin.fen && this.game.beginnings ? 1 : 0;
  }

  // made(): called when it is done, before it is shown.
  takeBack(count, made) {
    const left = this.moves.length - count;
    return this.show(left, this.moves.slice(0, left), made);
  }
}
