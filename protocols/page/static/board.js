// A board. It shows the pieces, and the user enters moves on it: by clicks, by dragging, or with the arrow keys.
//
// It knows no rules: with each move, the server lists the cells that enter it, step by step.

import {draw, make, symbol} from "./element.js";

const STEPS = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};
const LARGEST_NOTE = 0.32, WIDEST_NOTE = 1.2; // in cells: the largest height of a note, and of height times characters
const NEAR = 6; // pixels that a finger may move in a click

export class Board {
  // game: as the server offers it. choose(moves): called with all moves that match the chosen cells.
  constructor(game, choose) {
    this.game = game;
    this.choose = choose;
    this.turned = false;
    this.moves = [];
    this.from = null; // the cell of the first of two steps
    this.early = null; // called with the cells of a premove (a move entered before one's turn), [] to cancel it
    this.hovered = () => {}; // called with the moves from the cell under the pointer, [] without one
    this.steps = 1; // the most that a move of this position takes
    this.planned = []; // the cells of a premove
    this.focused = 0;
    this.cells = [];
    this.grid = make("div", {class: "cells", role: "grid", "aria-label": "Board"});
    this.over = draw("svg", {class: "over", "aria-hidden": "true"});
    this.files = make("div", {class: "files", "aria-hidden": "true"});
    this.ranks = make("div", {class: "ranks", "aria-hidden": "true"});
    this.element = make("div", {class: "board"}, this.ranks, make("div", {class: "field"}, this.grid, this.over), this.files);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("pointerover", (event) => {
      const cell = this.cells.indexOf(event.target.closest(".cell"));
      this.hovered(this.moves.filter((move) => move.cells[0]?.includes(cell)));
    });
    this.grid.addEventListener("pointerleave", () => this.hovered([]));
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("click", (event) => {
      if (event.detail === 0) this.point(this.cells.indexOf(event.target.closest(".cell"))); // from a screen reader
    });
  }

  // Shows a diagram. moves: those that the user may make now.
  show(diagram, moves) {
    this.moves = moves;
    this.asked?.remove();
    this.from = null;
    if (!this.diagram || diagram.columns !== this.diagram.columns || diagram.rows !== this.diagram.rows) this.build(diagram);
    this.diagram = diagram;
    this.paint();
  }

  // Shows the previous card beside the current one, in games with one card. key: its symbol, "" for none; undefined in
  // other games.
  before(key) {
    this.earlier?.remove();
    this.earlier = key === undefined ? null : make("div", {class: "earlier"}, ...key ? [make("span", {class: "quiet"}, "before"),
      symbol(this.game, key, {alt: this.game.symbols[key]})] : []);
    if (this.earlier) this.element.append(this.earlier);
  }

  turn(turned) {
    this.turned = turned && this.diagram?.turns;
    this.from = null;
    if (this.diagram) {
      this.build(this.diagram);
      this.paint();
    }
  }

  // Converts a place on the screen, counted row by row, to a cell, or a cell to a place: turning is its own inverse.
  turnedCell(number) {
    return this.turned ? this.diagram.rows * this.diagram.columns - 1 - number : number;
  }

  build(diagram) {
    this.diagram = diagram;
    const {columns, rows} = diagram;
    this.grid.replaceChildren();
    this.cells = [];
    this.element.className = `board ${diagram.surface}`;
    this.element.style.setProperty("--columns", columns);
    this.element.style.setProperty("--rows", rows);
    for (let row = 0; row < rows; row++) {
      const line = make("div", {role: "row", class: "row"});
      for (let column = 0; column < columns; column++) {
        const shade = (row + column) % 2 ? "dark" : "light";
        const cell = make("button", {type: "button", role: "gridcell", class: `cell ${shade}`, tabindex: "-1"});
        this.cells[this.turnedCell(row * columns + column)] = cell;
        line.append(cell);
      }
      this.grid.append(line);
    }
    const files = [...diagram.files], ranks = [...diagram.ranks];
    if (this.turned) [files, ranks].forEach((names) => names.reverse());
    this.files.replaceChildren(...files.map((name) => make("span", {}, name)));
    this.ranks.replaceChildren(...ranks.map((name) => make("span", {}, name)));
    this.focused = Math.min(this.focused, this.cells.length - 1);
  }

  paint() {
    const {cells, marks} = this.diagram;
    const starts = new Set(this.moves.flatMap((move) => move.cells[0] ?? []));
    const ends = new Set(this.from === null ? [] : this.leading(this.from).flatMap((move) => move.cells[1]));
    this.cells.forEach((cell, number) => {
      const key = cells[number];
      if (cell.dataset.key !== key) {
        cell.dataset.key = key;
        cell.replaceChildren(...(key ? [symbol(this.game, key, {alt: ""})] : []));
      }
      const mark = marks[number] ?? "";
      cell.classList.remove("marked-last", "marked-check", "marked-line", "from", "end", "start");
      if (mark) cell.classList.add(`marked-${mark}`);
      cell.classList.toggle("from", number === this.from);
      cell.classList.toggle("planned", this.planned.includes(number));
      cell.classList.toggle("end", ends.has(number));
      cell.classList.toggle("start", starts.has(number));
      cell.setAttribute("aria-label", this.label(number, key, mark, ends.has(number)));
      cell.setAttribute("aria-selected", String(number === this.from));
      cell.tabIndex = number === this.focused ? 0 : -1;
    });
  }

  name(number) {
    const {columns, files, ranks} = this.diagram;
    const row = Math.floor(number / columns), column = number % columns;
    if (this.cells.length === 1) return "";
    return `${files[column] ?? column + 1}${ranks[row] ?? (files ? ` row ${this.diagram.rows - row}` : row + 1)}`;
  }

  label(number, key, mark, end) {
    const said = {last: "last move", check: "in check", line: "winning line"}[mark];
    const parts = [this.name(number), key ? this.game.symbols[key] ?? key : "empty", said, end ? "may be moved to" : ""];
    return parts.filter(Boolean).join(", ");
  }

  // The moves of two steps whose first step is at this cell.
  leading(cell) {
    return this.moves.filter((move) => move.cells.length > 1 && move.cells[0].includes(cell));
  }

  // Shows a premove by its cells; [] removes it.
  plan(cells) {
    this.planned = cells;
    if (this.diagram) this.paint();
  }

  // Takes a click before the user's turn. It enters a step of a premove, or cancels the premove.
  pointEarly(cell) {
    const before = this.from;
    this.from = null;
    if (cell < 0 || cell === before || this.planned.length) return this.early([]);
    if (this.steps === 1) return this.early([cell]);
    if (before !== null) return this.early([before, cell]);
    if (this.diagram.cells[cell]) this.from = cell;
    return this.paint();
  }

  // Asks on the board which of several moves to one cell is meant. Then calls chosen(move), or left() on a cancel.
  ask(moves, chosen, left) {
    this.asked?.remove();
    const [x, y] = this.middle(moves[0].cells.at(-1)[0]), {columns, rows} = this.diagram;
    const choice = (move) => make("button", {type: "button", "aria-label": move.text, title: move.text, onclick: () => end(() => chosen(move))},
      move.makes ? symbol(this.game, move.makes, {alt: ""}) : move.text);
    const end = (act) => {
      this.asked.remove();
      this.cells[this.focused].focus();
      act();
    };
    this.asked = make("div", {class: "asked", role: "group", "aria-label": "Which move?", onkeydown: (event) => event.key === "Escape" && end(left)},
      ...moves.map(choice), make("button", {type: "button", "aria-label": "Cancel", onclick: () => end(left)}, "✕"));
    this.asked.style.left = `${100 * Math.min(x - 0.5, columns - 1) / columns}%`;
    this.asked.style[y < rows / 2 ? "top" : "bottom"] = `${100 * (y < rows / 2 ? y - 0.5 : rows - y - 0.5) / rows}%`;
    this.grid.parentElement.append(this.asked);
    this.asked.firstElementChild.focus();
  }

  // Takes a click on a cell, or -1 for none. A second click on the same cell cancels the first.
  point(cell) {
    if (this.early) return this.pointEarly(cell);
    if (this.from !== null) {
      const found = this.leading(this.from).filter((move) => move.cells[1].includes(cell));
      const same = cell === this.from;
      this.from = null;
      if (found.length) return this.choose(found);
      if (same) return this.paint();
    }
    const found = this.moves.filter((move) => move.cells.length === 1 && move.cells[0].includes(cell));
    if (found.length) return this.choose(found);
    if (this.leading(cell).length) this.from = cell;
    return this.paint();
  }

  key(event) {
    const step = STEPS[event.key];
    if (event.key === "Escape") {
      this.from = null;
      if (this.early) this.early([]);
      this.paint();
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.point(this.focused);
    }
    if (!step) return undefined;
    event.preventDefault();
    const {columns, rows} = this.diagram;
    const place = this.turnedCell(this.focused);
    const row = Math.max(0, Math.min(rows - 1, Math.floor(place / columns) + step[0]));
    const column = Math.max(0, Math.min(columns - 1, place % columns + step[1]));
    this.focused = this.turnedCell(row * columns + column);
    this.cells.forEach((cell, number) => { cell.tabIndex = number === this.focused ? 0 : -1; });
    return this.cells[this.focused].focus();
  }

  cellAt(x, y) {
    const found = document.elementFromPoint(x, y)?.closest(".cell");
    return found ? this.cells.indexOf(found) : -1;
  }

  press(event) {
    const cell = this.cellAt(event.clientX, event.clientY);
    if (cell < 0 || event.button) return;
    this.focused = cell;
    const before = this.from;
    if (this.early) {
      if (before === null && this.steps > 1 && !this.planned.length && this.diagram.cells[cell]) this.from = cell;
    } else if (before === null || !this.leading(before).some((move) => move.cells[1].includes(cell))) {
      this.from = this.leading(cell).length ? cell : null;
    }
    const dragged = this.from === cell && cell !== before;
    this.paint();
    const image = this.cells[cell].querySelector("img");
    const moved = (now) => {
      const x = now.clientX - event.clientX, y = now.clientY - event.clientY;
      if (image && this.from === cell && Math.hypot(x, y) > NEAR) {
        image.classList.add("dragged");
        image.style.transform = `translate(${x}px, ${y}px)`;
      }
    };
    const listening = new AbortController(), {signal} = listening;
    const end = (now) => {
      listening.abort();
      if (image) {
        image.classList.remove("dragged");
        image.style.transform = "";
      }
      if (now.type === "pointercancel") return;
      const target = this.cellAt(now.clientX, now.clientY);
      if (target !== cell || !dragged) this.point(target); // otherwise, it was the first of two clicks
    };
    addEventListener("pointermove", moved, {signal});
    addEventListener("pointerup", end, {signal});
    addEventListener("pointercancel", end, {signal});
  }

  middle(cell) {
    const place = this.turnedCell(cell), {columns} = this.diagram;
    return [place % columns + 0.5, Math.floor(place / columns) + 0.5];
  }

  // Shows moves on the board, the best first: an arrow from cell to cell, or a few characters in the cell.
  annotate(notes) {
    if (!this.diagram) return;
    const {columns, rows} = this.diagram;
    this.over.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    const shapes = notes.flatMap(({move, text, kind}) => {
      if (!move?.cells.length) return [];
      const end = this.middle(move.cells.at(-1)[0]);
      if (move.cells.length > 1) return this.arrow(this.middle(move.cells[0][0]), end, kind, text);
      const size = Math.min(LARGEST_NOTE, WIDEST_NOTE / text.length);
      const label = draw("text", {x: end[0], y: end[1] + 0.36 * size, "font-size": size, class: `note ${kind}`}, text);
      return [draw("rect", {x: end[0] - 0.46, y: end[1] - 0.22, width: 0.92, height: 0.44, rx: 0.12, class: `plate ${kind}`}), label];
    });
    this.over.replaceChildren(...shapes);
  }

  arrow(from, to, kind, text) {
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const x = (to[0] - from[0]) / long, y = (to[1] - from[1]) / long;
    const tip = [to[0] - 0.1 * x, to[1] - 0.1 * y], neck = [tip[0] - 0.32 * x, tip[1] - 0.32 * y];
    const head = [tip, [neck[0] - 0.2 * y, neck[1] + 0.2 * x], [neck[0] + 0.2 * y, neck[1] - 0.2 * x]];
    return [
      draw("line", {x1: from[0], y1: from[1], x2: neck[0], y2: neck[1], class: `shaft ${kind}`}),
      draw("polygon", {points: head.map((point) => point.join(",")).join(" "), class: `head ${kind}`}, draw("title", {}, text)),
    ];
  }
}
