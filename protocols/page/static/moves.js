// The list of moves, to walk through.

import {make} from "./element.js";

export function moveList(shown, go) {
  const {game, moves, texts, marks} = shown;
  const list = make("ol", {class: "moves", "aria-label": "Moves"});
  moves.forEach((move, index) => {
    if (index < shown.least) return;
    const count = index + 1;
    const now = count === shown.shown;
    const text = texts[index] && !move.includes(">") && !move.includes(" ") ? texts[index] : move;
    const ply = index - shown.least;
    const number = game.seats.length === 1 || ply % 2 === 0 ? `${Math.floor(ply / game.seats.length) + 1}. ` : "";
    list.append(make("li", {}, number, make("button", {type: "button", class: "ply", "aria-current": now ? "step" : null, onclick: () => go(count)}, `${text}${marks[index] ?? ""}`)));
  });
  list.querySelector("[aria-current]")?.scrollIntoView({block: "nearest"});
  return list;
}

// What chance can make of moves on the board; the others' odds are said by the game.
export function oddsText(moves) {
  const chancy = moves.filter((move) => move.odds.length && move.cells.length);
  const text = (move) => `${move.move}: ${move.odds.map((odd) => `${odd.move.split(">").at(-1)} ${Math.round(100 * odd.chance)} %`).join(", ")}`;
  return chancy.length ? `Chance: ${chancy.map(text).join("; ")}.` : "";
}

export function walkButtons(shown, go) {
  const button = (text, label, count, off) => make("button", {type: "button", "aria-label": label, title: label, disabled: off, onclick: () => go(count)}, text);
  return make("div", {class: "row-of", role: "group", "aria-label": "Walk through the moves"},
    button("|◀", "To the start", 0, shown.shown <= shown.least),
    button("◀", "A move back", shown.shown - 1, shown.shown <= shown.least),
    button("▶", "A move on", shown.shown + 1, shown.atEnd),
    button("▶|", "To the end", shown.moves.length, shown.atEnd));
}
