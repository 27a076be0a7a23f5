// The game that a view shows: all of its moves, and the position that is on the board.

import {Lost} from "./connection.js";
import {announce} from "./element.js";

export class GameShown {
  // view: redrawn when another position is shown.
  constructor(view, place) {
    this.view = view;
    this.game = view.game;
    this.asking = view.asking(); // for another position
    this.asides = view.asking(); // for requests that do not change it
    this.begin = {...place, moves: []};
    this.moves = place.moves; // of the whole game
    this.shown = this.moves.length; // how many of them have been made on the board
    this.position = null; // the position shown, as the server describes it
    this.texts = []; // the moves as people read them, as far as known
    this.marks = []; // of the moves that were mistakes: ?!, ? or ??
    this.first = 0; // plies before the first move
    this.opening = ""; // its name, "" for none
    this.drawn = null; // the FEN of a start that chance has drawn
  }

  get place() {
    return {...this.begin, moves: this.moves.slice(0, this.shown)};
  }

  get atEnd() {
    return this.shown === this.moves.length;
  }

  // Shows the place, or begins a new game if chance decides its beginning. If the place is invalid, throws the error,
  // and shows the usual start instead.
  async start() {
    try {
      if (this.game.beginnings && !this.moves.length && !this.begin.fen) await this.anew(this.begin);
      else await this.show(this.shown);
    } catch (error) {
      if (!this.position && !(error instanceof Lost)) await this.anew({game: this.begin.game, rules: {}, fen: "", moves: []});
      throw error;
    }
  }

  // Shows the position after `count` moves. As with every change of the position, nothing changes before the answer,
  // and only the last of several requests counts. made(): called before the position is shown.
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

  // Plays a move in the position shown, and drops all later moves. Returns the server's answer.
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

  // The number of a move, as people count: 12. or 12…. every: also for the second move of a pair.
  number(index, every) {
    const plies = index - this.least + this.first, seats = this.game.seats.length, half = plies % seats;
    return half && !every && index > this.least ? "" : `${Math.floor(plies / seats) + 1}${half ? "…" : "."} `;
  }

  // The number of initial moves that chance decided: they cannot be taken back.
  get least() {
    return this.position && !this.begin.fen && this.game.beginnings ? 1 : 0;
  }

  // Takes back `count` moves. made(): called when that is done, before it is shown.
  takeBack(count, made) {
    const left = this.moves.length - count;
    return this.show(left, this.moves.slice(0, left), made);
  }
}
