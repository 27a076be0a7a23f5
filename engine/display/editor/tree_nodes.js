// The drawing of a node in the editor: its shape, its value, and what the search knows of it. Shapes and colours are
// those of tree_drawing.py.

import {element} from "./tree_drawing.js";
import {LOOK} from "./searches.js";
import {MODELS, number_text, probability_text, shown} from "./tree_text.js";

const NAMES = {max: "Max", min: "Min", chance: "chance", softmax: "softmax", blunder: "blunder", leaf: "leaf"};
const ACCENT = LOOK.accent; // of the node that is searched, and of the one that is selected
const FONT = {"font-family": "ui-monospace, Menlo, Consolas, monospace", "font-size": 12, "text-anchor": "middle"};

export function nameOf(path) {
  return path.length ? path.map((place) => place + 1).join(".") : "root";
}

function text(words, y, attributes = {}) {
  const made = element("text", {y, ...FONT, fill: "currentColor", ...attributes});
  made.textContent = words;
  return made;
}

function shape(kind, width, top, attributes) {
  const fills = {stroke: LOOK.ink, fill: LOOK.fills[kind] ?? LOOK.fills.chance, ...attributes};
  const corners = LOOK.corners[kind];
  if (!corners) return element("ellipse", {cx: 0, cy: top + LOOK.body / 2, rx: width / 2, ry: LOOK.body / 2, ...fills});
  return element("polygon", {points: corners.map(([x, y]) => `${x * width / 2},${top + y}`).join(" "), ...fills});
}

// The texts above a node: its move, its probability, its model, and its own value if the search uses it.
function above(node, probability, judged) {
  const rows = [];
  const chance = probability === null ? "" : Number.isNaN(node.probability) ? `${shown(100 * probability)}%` : probability_text(probability);
  const edge = [node.name, chance].filter(Boolean).join(" ");
  if (edge) rows.push(edge);
  if (MODELS.includes(node.kind)) rows.push(`${node.kind} ${number_text(node.parameter)}`);
  if (judged && node.kind !== "leaf" && !Number.isNaN(node.value)) rows.push(`looks ${shown(node.value)}`);
  return rows;
}

const valueText = (value) => value === undefined || value === null ? "" : shown(value);

// The texts of a node in a state of `historyOf`. hidden: the texts that a quiz hides ("values" or "windows"). answer:
// that of the user.
export function textsOf(node, state, hidden, answer) {
  const inside = node.kind === "leaf" ? valueText(node.value)
    : hidden === "values" ? answer ?? "?"
    : state.phase === "done" || state.phase === "probed" ? `${state.bound}${valueText(state.value)}`
    : state.phase === "open" ? valueText(Number.isFinite(state.value) ? state.value : undefined) : "";
  const known = state.alpha !== undefined && node.kind !== "leaf";
  const window = hidden === "windows" && node.kind !== "leaf" ? answer ?? "[?, ?]" : known ? `[${shown(state.alpha)}, ${shown(state.beta)}]` : "";
  return {inside, window};
}

// A piece for TreeDrawing. texts: all its texts at any time, so that it never grows. of(): its present state, {state,
// hidden, answer, mark, now, selected}. probability: of its edge, or null.
export function pieceOf(node, path, probability, judged, texts, of) {
  const rows = above(node, probability, judged);
  const inner = Math.max(LOOK.body, LOOK.letter * Math.max(1, ...texts.map(({inside}) => [...inside].length)) + 2 * LOOK.pad);
  const wide = Math.max(inner, LOOK.letter * Math.max(0, ...rows.map((row) => [...row].length), ...texts.map(({window}) => [...window].length)));
  const windowed = texts.some(({window}) => window);
  const top = LOOK.row * rows.length, height = top + LOOK.body + (windowed ? LOOK.row : 0);
  const piece = {width: wide, height, board: "", edge: "", below: [], open: true, unfolds: false, node, path};
  const drawn = () => {
    const found = of(), {inside, window} = textsOf(node, found.state, found.hidden, found.answer);
    return {...found, inside, window, cut: found.state.phase === "cut" && found.hidden !== "cuts"};
  };
  piece.parts = () => {
    const {inside, window, cut, now, selected, mark} = drawn();
    const border = now ? {stroke: ACCENT, "stroke-width": 4} : selected ? {stroke: ACCENT, "stroke-width": 2.5} : {};
    const dashes = MODELS.includes(node.kind) || cut ? {"stroke-dasharray": cut ? "2 3" : "6 2"} : {};
    const parts = rows.map((row, index) => text(row, LOOK.row * (index + 1) - 5));
    parts.push(shape(node.kind, inner, top, {...border, ...dashes, ...cut ? {"fill-opacity": 0.25} : {}}));
    parts.push(text(inside, top + LOOK.body / 2 + 4, cut ? {"fill-opacity": 0.8} : {fill: LOOK.ink}));
    if (window) parts.push(text(window, height - 3));
    if (mark) parts.push(text(mark, top + LOOK.body / 2 + 4, {x: inner / 2 + 6, "font-weight": "bold"}));
    return parts;
  };
  Object.defineProperty(piece, "said", {get() {
    const {inside, window, cut, now, mark} = drawn();
    const words = [nameOf(path), NAMES[node.kind], ...rows, inside, window && `window ${window}`, cut && "cut", now && "searched now", mark];
    return words.filter(Boolean).join(", ");
  }});
  return piece;
}
