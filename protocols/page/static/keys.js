// The keys of the view that is shown, and the help on keys.

import {button, make} from "./element.js";

const HELP = [
  ["← →", "a move back, a move on"],
  ["Home End", "to the start, to the end of the game"],
  ["f", "flip the board"],
  ["h", "a hint, in Play"],
  ["Tab", "to the board and to the next control"],
  ["arrows, Enter", "on the board: to a cell, and choose it"],
  ["Esc", "cancel the selection"],
  ["+ − 0", "in the tree: zoom in, zoom out, show all"],
  ["?", "this help"],
];
const TAKEN = "input, textarea, select, .drawing, dialog"; // elements that use keys themselves
const BOARD = /^(Arrow.*|Enter| |Escape)$/; // the keys that a board uses

// view(): the view that is shown.
export function listen(view) {
  const items = HELP.flatMap(([keys, text]) => [make("dt", {}, ...keys.split(" ").flatMap((key) => [make("kbd", {}, key), " "])), make("dd", {}, text)]);
  const dialog = make("dialog", {"aria-labelledby": "keys"}, make("h2", {id: "keys"}, "Keys"), make("dl", {class: "facts"}, ...items), button("Close", () => dialog.close()));
  document.body.append(dialog);
  document.getElementById("help").addEventListener("click", () => dialog.showModal());
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.target.closest(TAKEN) || (BOARD.test(event.key) && event.target.closest("[role=grid]"))) return;
    const act = event.key === "?" ? () => dialog.showModal() : view()?.keys()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
