// The drawing of a tree that unfolds: it places and joins pieces, and zooms and moves the tree. tree_drawing.py draws
// the pieces, as `svg`. Those of the tree editor draw themselves, by `parts()`; `said` is their accessible name.

const SVG = "http://www.w3.org/2000/svg", XLINK = "http://www.w3.org/1999/xlink";
const APART = 12, DOWN = 34, EDGE = 10, BOARDS = 8; // as in tree_layout.py and tree_drawing.py
const INK = "black", PAPER = "white"; // of pictures that are saved
const ZOOM = 1.25, FARTHEST = 0.05, READABLE = 0.6, NEAREST = 4; // scales
const STEP = 60; // pixels that an arrow key moves the tree
const LARGEST = 16000; // pixels of a side of a PNG: browsers draw no more
const LOOKS = {best: {"stroke-width": 3}, cut: {"stroke-dasharray": "4 4"}};

// The distance of each node's middle to the right of the root's middle, parents first: the algorithm of tree_layout.py.
// shape: {width, children}.
export function middles(shape) {
  return place(shape).found;
}

function place(shape) {
  const below = shape.children.map(place);
  const shifts = spread(below.map((one) => one.outline));
  const found = [0];
  let outline = [];
  below.forEach((one, index) => {
    for (const middle of one.found) found.push(middle + shifts[index]);
    outline = joined(outline, moved(one.outline, shifts[index]));
  });
  return {found, outline: [[-shape.width / 2, shape.width / 2], ...outline]};
}

function spread(outlines) {
  if (!outlines.length) return [];
  const both = (left, right) => left.slice(0, Math.min(left.length, right.length)).map((one, level) => [one, right[level]]);
  const fromLeft = [], fromRight = [];
  let seen = [];
  for (const one of outlines) {
    const gaps = both(seen, one).map(([before, after]) => before[1] - after[0] + APART);
    fromLeft.push(gaps.length ? Math.max(...gaps) : 0);
    seen = joined(seen, moved(one, fromLeft.at(-1)));
  }
  seen = [];
  for (const one of [...outlines].reverse()) {
    const gaps = both(one, seen).map(([before, after]) => after[0] - before[1] - APART);
    fromRight.push(gaps.length ? Math.min(...gaps) : 0);
    seen = joined(moved(one, fromRight.at(-1)), seen);
  }
  fromRight.reverse();
  const means = fromLeft.map((one, index) => (one + fromRight[index]) / 2);
  const middle = (means[0] + means.at(-1)) / 2;
  return means.map((mean) => mean - middle);
}

function moved(outline, shift) {
  return outline.map(([left, right]) => [left + shift, right + shift]);
}

function joined(left, right) {
  const length = Math.min(left.length, right.length);
  return [...left.slice(0, length).map((one, level) => [one[0], right[level][1]]), ...left.slice(length), ...right.slice(length)];
}

export function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The elements of a drawing by the server. The text is our own, and no script in it would run.
function drawn(text) {
  const whole = `<svg xmlns="${SVG}" xmlns:xlink="${XLINK}">${text}</svg>`;
  return [...document.importNode(new DOMParser().parseFromString(whole, "image/svg+xml").documentElement, true).childNodes];
}

// host: becomes the frame of the tree. press(piece): called when the user presses a node. largest: the scale of a small
// tree.
export class TreeDrawing {
  constructor(host, press, largest = 1) {
    this.host = host;
    this.largest = largest;
    this.press = press;
    this.defined = element("defs", {});
    this.all = element("g", {});
    this.svg = element("svg", {role: "group", "aria-label": "The tree, drawn"});
    this.svg.append(this.defined, this.all);
    this.moved = false; // by the user: it is no longer fitted into its frame
    this.pointers = new Map();
    host.replaceChildren(this.svg);
    host.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? ZOOM : 1 / ZOOM, this.placeOf(event));
    }, {passive: false});
    host.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      if (!this.pointers.size) this.dragged = false;
      this.pointers.set(event.pointerId, this.placeOf(event));
    });
    host.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) host.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    host.addEventListener("click", (event) => {
      if (this.dragged) event.stopPropagation();
      this.dragged = false;
    }, true);
    host.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.moved || this.fit()).observe(host);
  }

  // Shows a new tree. defined: the definitions of its boards.
  begin(root, defined) {
    this.root = root;
    this.defined.replaceChildren(...drawn(defined));
    this.moved = false;
    this.draw();
  }

  // The pieces that are shown below a piece.
  below(piece) {
    const shown = piece.open ? piece.below : [];
    return shown.flatMap((each) => each.more && each.open ? each.below : [each]);
  }

  draw() {
    const levels = [], order = [];
    const walk = (piece, parent) => {
      const depth = parent ? parent.depth + 1 : 0;
      const node = {piece, parent, depth, children: []};
      (levels[depth] ??= []).push(node);
      order.push(node);
      node.children = this.below(piece).map((each) => walk(each, node));
      return node;
    };
    const root = walk(this.root, null);
    const tops = [EDGE];
    levels.forEach((level, depth) => {
      const roomy = level.filter(({piece}) => piece.board).length <= BOARDS;
      for (const node of level) {
        const {piece} = node, board = roomy && piece.board ? piece : {board_width: 0, board_height: 0};
        node.board = board.board;
        node.width = Math.max(piece.width, board.board_width);
        node.height = piece.height + board.board_height;
      }
      tops.push(tops[depth] + Math.max(...level.map((node) => node.height)) + DOWN);
    });
    const found = middles(root);
    const focused = order.find((node) => node.piece.shown === document.activeElement)?.piece;
    const edges = [], nodes = [];
    order.forEach((node, index) => {
      node.x = found[index];
      node.y = tops[node.depth];
      if (node.parent) edges.push(node.piece.line = this.edge(node));
      nodes.push(this.node(node));
    });
    const left = Math.min(...order.map((node) => node.x - node.width / 2)) - EDGE;
    const right = Math.max(...order.map((node) => node.x + node.width / 2)) + EDGE;
    this.box = {left, top: 0, width: right - left, height: tops.at(-1) - DOWN + EDGE};
    this.all.replaceChildren(...edges, ...nodes);
    (focused?.more && focused.open ? focused.below[0] : focused)?.shown.focus();
    if (!this.moved) this.fit();
  }

  edge({piece, parent, x, y}) {
    return element("path", {d: `M${parent.x} ${parent.y + parent.height}L${x} ${y}`, fill: "none", stroke: "currentColor", ...LOOKS[piece.edge]});
  }

  node({piece, board, x, y}) {
    const made = element("g", {transform: `translate(${x} ${y})`});
    made.append(...piece.parts ? piece.parts() : drawn(piece.svg));
    const texts = [...made.querySelectorAll("text")].map((text) => text.textContent);
    const said = piece.said ?? [...piece === this.root ? ["root"] : [], ...texts].join(" ");
    if (board) {
      const below = element("g", {transform: `translate(0 ${piece.height})`});
      below.append(...drawn(board));
      made.append(below);
    }
    if (piece.edge !== "cut") {
      for (const [name, value] of Object.entries({role: "button", tabindex: 0, cursor: "pointer", "aria-label": said})) made.setAttribute(name, value);
      if (piece.unfolds) made.setAttribute("aria-expanded", Boolean(piece.open));
      made.addEventListener("click", () => this.press(piece));
    }
    piece.shown = made;
    return made;
  }

  // Redraws a piece of the same size, with its present `parts`, `said` and `edge`.
  change(piece) {
    piece.shown.replaceChildren(...piece.parts());
    piece.shown.setAttribute("aria-label", piece.said);
    if (!piece.line) return;
    for (const name of ["stroke-width", "stroke-dasharray"]) piece.line.removeAttribute(name);
    for (const [name, value] of Object.entries(LOOKS[piece.edge] ?? {})) piece.line.setAttribute(name, value);
  }

  // Shows the whole tree if it can be read then, else the root in the middle.
  fit(least = READABLE) {
    const {clientWidth: width, clientHeight: height} = this.host;
    if (!this.box || !width || !height) return;
    this.moved = false;
    const all = Math.min(this.largest, width / this.box.width, height / this.box.height);
    this.scale = Math.max(FARTHEST, least, all);
    const middle = this.scale > all ? 0 : this.box.left + this.box.width / 2;
    this.x = width / 2 - middle * this.scale;
    this.y = 0;
    this.show();
  }

  show() {
    this.all.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
  }

  placeOf(event) {
    const frame = this.host.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  }

  zoom(factor, [x, y] = [this.host.clientWidth / 2, this.host.clientHeight / 2]) {
    const scale = Math.max(FARTHEST, Math.min(NEAREST, this.scale * factor));
    this.x = x - (x - this.x) * scale / this.scale;
    this.y = y - (y - this.y) * scale / this.scale;
    this.scale = scale;
    this.moved = true;
    this.show();
  }

  shift(x, y) {
    this.x += x;
    this.y += y;
    this.moved = true;
    this.show();
  }

  // One pointer moves the tree; two pointers zoom it by their distance.
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.placeOf(event);
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    if (!others.length && !this.dragged && Math.hypot(now[0] - before[0], now[1] - before[1]) < 4) return; // a click
    this.pointers.set(event.pointerId, now);
    if (!this.dragged) this.host.setPointerCapture(event.pointerId);
    this.dragged = true;
    if (!others.length) return this.shift(now[0] - before[0], now[1] - before[1]);
    const [other] = others, away = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
    return this.zoom(away(now) / Math.max(1, away(before)), other);
  }

  key(event) {
    const acts = {
      "+": () => this.zoom(ZOOM), "-": () => this.zoom(1 / ZOOM), "0": () => this.fit(0),
      ArrowLeft: () => this.shift(STEP, 0), ArrowRight: () => this.shift(-STEP, 0), ArrowUp: () => this.shift(0, STEP), ArrowDown: () => this.shift(0, -STEP),
      Enter: () => event.target.dispatchEvent(new MouseEvent("click", {bubbles: true})), " ": () => event.target.dispatchEvent(new MouseEvent("click", {bubbles: true})),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  // A promise of a Blob: the shown tree as a picture without other files, SVG, or PNG at up to twice the size.
  async picture(kind) {
    const {left, top, width, height} = this.box;
    const whole = element("svg", {width, height, viewBox: `${left} ${top} ${width} ${height}`, color: INK});
    const all = this.all.cloneNode(true);
    all.removeAttribute("transform");
    for (const node of all.querySelectorAll("[role]")) for (const name of ["role", "tabindex", "cursor", "aria-label", "aria-expanded"]) node.removeAttribute(name);
    whole.append(element("rect", {x: left, y: top, width, height, fill: PAPER}), this.defined.cloneNode(true), all);
    const text = new XMLSerializer().serializeToString(whole);
    if (kind === "svg") return new Blob([text], {type: "image/svg+xml"});
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = document.createElement("canvas"), fine = Math.min(2, LARGEST / width, LARGEST / height);
    canvas.width = fine * width;
    canvas.height = fine * height;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => { canvas.toBlob(resolve); });
  }
}

// Unfolds a whole tree level by level, while at most `most` nodes are shown.
export function unfold(root, most) {
  let level = [root], shown = 1;
  while (level.length) {
    const next = level.flatMap((piece) => piece.more ? [] : piece.below);
    shown += next.length;
    if (shown > most) return;
    for (const piece of level) piece.open = !piece.more;
    level = next;
  }
}
