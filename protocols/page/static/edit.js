// Edit: a position put together by hand.

import {showRequest} from "./address.js";
import {button, labelled, make, section, select, symbol} from "./element.js";
import {optionField} from "./fields.js";
import {View} from "./view.js";

export class Edit extends View {
  constructor(page, place) {
    super(page, page.offer.games.find((game) => game.name === place.game));
    const {game} = this;
    this.place = place;
    this.reading = this.asking();
    this.composing = this.asking();
    this.cells = null;
    this.chosen = ""; // the key of the symbol that a click places; "" empties the cell
    this.fen = make("input", {type: "text", readonly: true, "aria-label": "FEN"});
    const tool = (key, inside, name) => button(inside, () => this.choose(key), {"aria-pressed": String(key === this.chosen), "aria-label": name, title: name, "data-key": key, class: "tool"});
    this.tools = make("div", {class: "row-of tools", role: "group", "aria-label": "Piece to place"},
      ...Object.keys(game.symbols).map((key) => tool(key, symbol(game, key, {alt: game.symbols[key]}), game.symbols[key])), tool("", "✕", "empty cell"));
    this.turn = select(game.seats.map((seat, index) => [index, seat]), 0, () => this.compose());
    this.fields = make("div");
    const opened = (view) => button(`${view[0].toUpperCase()}${view.slice(1)}`, () => this.page.open(view, {...this.place, fen: this.fen.value, moves: []}));
    this.opens = make("div", {class: "row-of"}, ...["play", "analyse", "tree"].map(opened));
    this.told("");
    this.layout(
      [this.board.element, this.tools, this.fault],
      [
        section("Position", labelled("To move", this.turn), this.fields, this.fen,
          make("div", {class: "row-of"}, button("Clear", () => this.clear()), button("Start position", () => this.begin({...this.place, fen: "", moves: []})), button("Flip", () => this.board.turn(!this.board.turned)))),
        section("Use this position", this.opens),
      ],
      make("h1", {}, `Edit a position of ${game.title}`));
  }

  start() {
    return this.begin(this.place);
  }

  reconnected() {
    return this.cells ? this.compose() : this.start();
  }

  begin(place) {
    return this.attempt(async () => {
      if (!this.game.editor) throw new Error(`There is no board editor for ${this.game.title}.`);
      const {position} = await this.reading.ask("position", {place});
      const {values} = await this.reading.ask("edit", {place});
      this.values = values;
      this.place = {...place, fen: position.fen, moves: []};
      this.cells = [...position.diagram.cells];
      this.diagram = {...position.diagram, marks: {}};
      this.turn.value = position.player;
      this.fields.replaceChildren(...this.game.editor.map((option) => optionField(option, values, () => this.compose())));
      this.draw();
      this.told(position.fen);
    });
  }

  draw() {
    document.title = `Edit a position of ${this.game.title} – Oddsfish`;
    const moves = this.cells.map((_, cell) => ({move: cell, text: "", cells: [[cell]], odds: []}));
    this.board.show({...this.diagram, cells: this.cells}, moves);
  }

  choose(key) {
    this.chosen = key;
    for (const tool of this.tools.children) tool.setAttribute("aria-pressed", String(tool.dataset.key === key));
  }

  // A click places the chosen symbol; a second click removes it.
  pointed([{move: cell}]) {
    this.cells = this.cells.map((key, index) => index !== cell ? key : key === this.chosen ? "" : this.chosen);
    return this.compose();
  }

  clear() {
    this.cells = this.cells?.map(() => "");
    return this.compose();
  }

  async compose() {
    if (!this.cells) return; // nothing is shown yet
    this.draw();
    await this.attempt(async () => {
      this.told("");
      const {fen} = await this.composing.askAnew("compose", {game: this.game.name, rules: this.place.rules, cells: this.cells, player: Number(this.turn.value), values: this.values});
      this.told(fen);
    });
  }

  // Shows the FEN, and enables the buttons that open it in a view. fen: "" while there is no valid position.
  told(fen) {
    this.fen.value = fen;
    for (const opens of this.opens.children) opens.disabled = !fen;
    if (fen) showRequest("edit", {...this.place, fen, moves: []});
  }
}
