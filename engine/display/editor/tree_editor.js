// The tree editor: a tree that is typed in or changed by hand, a search on it step by step, its code, and a quiz.

import {announce, button, download, labelled, make, section, select} from "./element.js";
import {TreeDrawing} from "./tree_drawing.js";
import {ARGUMENTS, CODE, EXAMPLES, forest, random_tree, SEARCHES} from "./searches.js";
import {nameOf, pieceOf, textsOf} from "./tree_nodes.js";
import {Quiz} from "./tree_quiz.js";
import {historyOf, stackOf, trace} from "./tree_steps.js";
import {DENOMINATORS, GameTree, MODELS, parse, shown, write} from "./tree_text.js";

const LONGEST_LINK = 8192; // bytes of the address after #
const SETTLED = 200; // milliseconds after the last step
const MOST_NODES = 5000;
const LARGEST = 1.6; // scale of small trees
const KEPT = 2; // moves that branch_limit searches, unless told otherwise
const SPEEDS = [1, 2, 5, 20]; // steps a second
const KINDS = {leaf: "leaf", max: "Max", min: "Min", chance: "chance", softmax: "model: softmax", blunder: "model: blunder"};
const PARAMETERS = {softmax: ["Temperature", 1], blunder: ["Rate of blunders", 0.2]};
const LEVELS = {"Max and Min": ["max", "min"], "Max, chance, Min": ["max", "chance", "min", "chance"], "Max and a blunderer": ["max", "blunder"], "Max and softmax": ["max", "softmax"]};
const TITLES = {
  minimax: "Minimax", negamax: "Negamax", alphabeta_hard: "Alpha-beta, fail-hard", alphabeta_soft: "Alpha-beta, fail-soft", expectimax: "Expectimax",
  expectiminimax: "Expectiminimax", star1: "Star1", star2: "Star2", branch_limit: "BranchLimit",
};
const KEYS = {",": "a step back", ".": "a step", c: "to the next cut", Home: "to the start", End: "to the end", p: "play or pause", "Ctrl+Z": "undo"};
const TAKEN = "input, textarea, select, dialog"; // elements that use keys themselves

// Rounds a probability to a fraction if it is very near to one.
function tidy(probability) {
  for (let below = 1; below <= DENOMINATORS; below += 1) {
    const above = Math.round(probability * below);
    if (Math.abs(above / below - probability) < 1e-12) return above / below;
  }
  return probability;
}

const leaf = (value, more = {}) => new GameTree({value, ...more});

// The tree with one node replaced. If the new node is null, it is removed; a parent without children becomes a leaf.
function replaced(root, path, change) {
  if (!path.length) return change(root);
  const [place, ...rest] = path, found = replaced(root.children[place], rest, change);
  const children = root.children.toSpliced(place, 1, ...found ? [found] : []);
  if (!children.length) return leaf(Number(root.children[place].perfect.toPrecision(6)), {name: root.name, probability: root.probability});
  return root.with({children: root.kind === "chance" ? shared(children, found ? children[place] : null) : children});
}

// Scales the probabilities of all outcomes except `fixed`, so that the sum is 1.
function shared(children, fixed) {
  const others = children.filter((child) => child !== fixed);
  const room = 1 - (fixed?.probability ?? 0), sum = others.reduce((all, {probability}) => all + probability, 0);
  if (Math.abs(sum - room) < 1e-12) return children;
  if (!others.length) return [fixed.with({probability: 1})];
  return children.map((child) => child === fixed ? child : child.with({probability: tidy(child.probability * room / sum)}));
}

function withKind(node, kind) {
  const {name, probability, value} = node, edge = {name, probability};
  if (kind === "leaf") return leaf(Number(node.perfect.toPrecision(6)), edge);
  const children = node.children.length ? node.children : [leaf(value), leaf(0)];
  return new GameTree({...edge, kind, value: node.kind === "leaf" ? NaN : value, parameter: PARAMETERS[kind]?.[1] ?? NaN,
    children: children.map((child) => child.with({probability: kind === "chance" ? 1 / children.length : NaN})), bounds: node.bounds});
}

function checked(root) {
  if ([...root].length > MOST_NODES) throw new Error(`a tree has at most ${MOST_NODES.toLocaleString("en")} nodes here`);
  return root;
}

export class TreeEditor {
  // first: the text of the tree that is shown if the address names none; "" is an example.
  constructor(host, first = "") {
    this.host = host;
    this.first = first || EXAMPLES[0].text;
    this.done = []; // trees that undo leads back to, and those that redo leads on to
    this.undone = [];
    this.held = null; // the subtree that was copied: {text, name}
    this.selected = [];
    this.search = EXAMPLES[0].search;
    this.most = KEPT;
    this.at = -1;
    this.record = null;
    this.timer = null;
    this.quiz = new Quiz(this);
    this.build();
  }

  build() {
    const tried = (text, act, attributes) => button(text, () => this.attempt(act), attributes);
    this.fault = make("p", {class: "fault", role: "alert"});
    this.note = make("p", {class: "about"});
    this.text = make("textarea", {rows: 2, spellcheck: "false", "aria-label": "The tree as text", oninput: () => this.attempt(() => parse(this.text.value) && null), onchange: () => this.attempt(() => this.set(parse(this.text.value)))});
    const examples = select([["", "Examples …"], ...EXAMPLES.map(({title}, index) => [index, title])], "", (index) => {
      if (index !== "") this.attempt(() => this.open(EXAMPLES[index]));
    }, {"aria-label": "Example"});
    this.examples = examples;
    this.seed = make("input", {type: "number", min: 0, value: 1, "aria-label": "Seed"});
    this.levels = select(Object.keys(LEVELS).map((name) => [name, name]), "Max and Min", () => {}, {"aria-label": "Levels"});
    this.depth = make("input", {type: "number", min: 1, max: 6, value: 3, "aria-label": "Levels below the root"});
    this.width = make("input", {type: "number", min: 2, max: 6, value: 3, "aria-label": "Most children"});
    const random = make("details", {}, make("summary", {}, "Random tree"), make("div", {class: "row-of"}, this.levels, labelled("levels", this.depth), labelled("children, at most", this.width), labelled("seed", this.seed),
      tried("Make", () => this.random(Number(this.seed.value))), tried("Another", () => {
        this.seed.value = Number(this.seed.value) + 1;
        this.random(Number(this.seed.value));
      })));

    this.searches = select(Object.keys(SEARCHES).map((name) => [name, TITLES[name] ?? name]), this.search, (name) => this.attempt(() => this.choose(name)), {"aria-label": "Search"});
    this.mostField = labelled("Moves searched", make("input", {type: "number", min: 1, max: 99, value: KEPT, onchange: (event) => this.attempt(() => {
      if (!event.target.reportValidity()) return;
      this.most = Number(event.target.value);
      this.choose(this.search);
    })}));
    const bound = (label) => make("input", {size: 5, autocomplete: "off", "aria-label": label, onchange: () => this.attempt(() => this.setBounds())});
    this.bounds = [bound("Least value"), bound("Greatest value")];
    this.boundsField = make("span", {class: "row-of"}, "Values from ", this.bounds[0], " to ", this.bounds[1]);
    this.playing = tried("Play", () => this.play());
    this.speed = select(SPEEDS.map((speed) => [speed, `${speed} ${speed === 1 ? "step" : "steps"} a second`]), 2, () => {}, {"aria-label": "Speed"});
    this.steppers = [
      tried("Start", () => this.go(-1), {title: "Home"}), tried("Back", () => this.go(this.at - 1), {title: ","}), tried("Step", () => this.go(this.at + 1), {title: "."}),
      tried("Next cut", () => this.nextCut(), {title: "c"}), tried("End", () => this.go(Infinity), {title: "End"}), this.playing, this.speed,
    ];

    const drawn = make("div", {class: "drawing", tabindex: 0, role: "region", "aria-label": "The tree, drawn: arrows move it, + and − zoom, 0 fits it"});
    this.drawing = new TreeDrawing(drawn, (piece) => this.press(piece), LARGEST);
    this.sentence = make("p", {class: "sentence", role: "status"});
    this.code = make("ol", {class: "code", tabindex: 0, "aria-label": "The code of the search"});
    this.facts = make("dl", {class: "facts"});
    this.edits = make("div");
    this.acts = { // never replaced: else a click that also ends the typing of a text would be lost
      add: tried("Add child", () => this.add(leaf(0))), remove: tried("Remove", () => this.remove()), copy: tried("Copy subtree", () => this.hold()),
      paste: tried("Paste below", () => this.add(parse(this.held.text), this.held.name)),
      undo: tried("Undo", () => this.undo(this.done, this.undone)), redo: tried("Redo", () => this.undo(this.undone, this.done)),
    };
    const saves = make("div", {class: "row-of"}, tried("Larger", () => this.drawing.zoom(1.25)), tried("Smaller", () => this.drawing.zoom(0.8)), tried("Fit", () => this.drawing.fit(0)),
      tried("Copy link", () => this.copyLink()), tried("Save SVG", () => this.save("svg")), tried("Save PNG", () => this.save("png")), tried("Save LaTeX", () => this.save("tex")));
    const keys = make("p", {class: "quiet"}, ...Object.entries(KEYS).flatMap(([key, meaning]) => [make("kbd", {}, key), ` ${meaning}. `]));
    this.host.replaceChildren(make("div", {class: "tree-editor"},
      make("div", {class: "stage"},
        make("div", {class: "row-of"}, examples, random), this.text, this.fault, this.note,
        make("div", {class: "row-of"}, this.searches, this.mostField, this.boundsField, ...this.steppers),
        this.sentence, this.quiz.element, drawn, saves, keys),
      make("div", {class: "beside"}, section("Search", this.code, this.facts), section("Selected node", this.edits, make("div", {class: "row-of"}, ...Object.values(this.acts))))));
    this.host.addEventListener("keydown", (event) => this.key(event));
  }

  // Shows the tree of the address, or the first tree.
  start() {
    const asked = new URLSearchParams(location.hash.slice(1)), text = asked.get("tree") ?? this.first;
    const search = asked.get("search"), most = Number(asked.get("most"));
    const known = EXAMPLES.find((example) => example.text === text);
    const offered = Object.hasOwn(SEARCHES, search ?? "");
    if (offered) this.search = search;
    else if (known) this.search = known.search;
    if (most >= 1 && most <= 99) this.most = most;
    this.attempt(() => {
      this.note.textContent = known?.note ?? "";
      this.show(checked(parse(text)));
      if (search !== null && !offered) throw new Error(`no search of trees is called ${search}: choose one here`);
    });
    if (!this.root) this.show(parse(EXAMPLES[0].text)); // the requested text is no tree; the message says why
    const step = Number(asked.get("step"));
    if (asked.has("step") && this.record && Number.isFinite(step)) this.go(step);
    if (asked.has("quiz")) this.quizzed(asked.get("quiz"));
  }

  close() {
    this.pause();
    clearTimeout(this.addressing);
  }

  attempt(act) {
    try {
      this.fault.textContent = "";
      const going = act();
      if (going instanceof Promise) going.catch((error) => { this.fault.textContent = error.message; });
    } catch (error) {
      this.fault.textContent = error.message;
    }
  }

  // Trees: shown, changed, undone.

  open({text, search, note}) {
    this.search = search;
    this.selected = [];
    this.set(parse(text));
    this.note.textContent = note;
    this.go(Infinity);
  }

  random(seed) {
    const judged = this.search === "branch_limit";
    const text = random_tree(Math.max(0, Math.trunc(seed) || 0), Math.min(6, Math.max(1, Number(this.depth.value) || 1)), Math.min(6, Math.max(2, Number(this.width.value) || 2)), LEVELS[this.levels.value], judged);
    this.selected = [];
    this.set(parse(text));
  }

  // Replaces the shown tree. Undo shows it again.
  set(root) {
    checked(root);
    this.done.push(this.root);
    this.undone = [];
    this.note.textContent = "";
    this.show(root);
  }

  undo(from, to) {
    if (!from.length) return;
    to.push(this.root);
    this.show(from.pop());
  }

  edit(change, path = this.selected) {
    this.set(replaced(this.root, path, change));
  }

  show(root) {
    this.root = root;
    this.nodes = [...root];
    this.numbers = new Map(this.nodes.map((node, number) => [node, number]));
    this.paths = [];
    const walk = (node, path) => {
      this.paths.push(path);
      node.children.forEach((child, place) => walk(child, [...path, place]));
    };
    walk(root, []);
    while (this.selected.length && !this.paths.some((path) => path.join() === this.selected.join())) this.selected = this.selected.slice(0, -1);
    this.written = write(root);
    this.text.value = this.written;
    this.examples.value = String(EXAMPLES.findIndex(({text}) => text === this.written)).replace("-1", "");
    this.choose(this.search);
  }

  nodeAt(path) {
    return path.reduce((node, place) => node.children[place], this.root);
  }

  number(path) {
    return this.numbers.get(this.nodeAt(path));
  }

  pathOf(number) {
    return this.paths[number];
  }

  parentOf(number) {
    return this.nodeAt(this.paths[number].slice(0, -1));
  }

  // The name of a node: that of its move, if no other move has it, else the places on the path from the root.
  called(path) {
    const {name} = this.nodeAt(path);
    return name && this.nodes.filter((node) => node.name === name).length === 1 ? name : nameOf(path);
  }

  // The numbers of a node and of all above it.
  ancestors(number) {
    const path = this.paths[number];
    return path.map((_, length) => this.number(path.slice(0, length))).concat(number);
  }

  // The search.

  choose(search) {
    this.pause();
    this.search = search;
    this.searches.value = search;
    const named = ARGUMENTS[search];
    this.mostField.hidden = !named.includes("most");
    this.boundsField.hidden = !named.includes("lower");
    this.bounds.forEach((input, index) => { input.value = shown(this.root.range[index]).replace("−", "-"); });
    let refusal = "";
    try {
      this.steps = trace(this.root, search, this.most);
      this.record = historyOf(this.root, this.steps, search);
    } catch (error) {
      refusal = error.message;
      this.steps = [];
      this.record = null;
    }
    this.at = -1;
    this.touched = this.steps.map(() => []);
    this.record?.states.forEach((list, number) => list.forEach(({at}) => at >= 0 && this.touched[at].push(number)));
    this.writeCode();
    this.quiz.reset();
    this.draw();
    this.tell();
    if (refusal) this.sentence.textContent = refusal;
  }

  setBounds() {
    const given = this.bounds.map((input) => Number(input.value.trim().replace("−", "-") || NaN));
    if (given.some(Number.isNaN)) throw new Error("the bounds of values are two numbers");
    this.set(this.root.with({bounds: given}));
  }

  // The step that is shown: -1 is before the first one.
  go(to) {
    const last = this.steps.length - 1, next = Math.max(-1, Math.min(last, Math.trunc(to) || (to > 0 ? last : to)));
    const before = this.at, changed = new Set();
    for (let at = Math.min(before, next) + 1; at <= Math.max(before, next); at += 1) for (const number of this.touched[at]) changed.add(number);
    for (const at of [before, next]) if (at >= 0) changed.add(this.steps[at].frame.node);
    this.at = next;
    this.changed(changed);
    this.tell();
  }

  nextCut() {
    const cut = this.record?.cuts.find(({at}) => at > this.at);
    if (cut) this.go(cut.at);
    else this.sentence.textContent = "No cut follows.";
  }

  play() {
    if (this.timer) return this.pause();
    if (this.at === this.steps.length - 1) this.go(-1);
    this.playing.textContent = "Pause";
    const tick = () => {
      this.go(this.at + 1);
      if (this.at >= this.steps.length - 1) this.pause();
      else this.timer = setTimeout(tick, 1000 / Number(this.speed.value));
    };
    this.timer = setTimeout(tick, 0);
    return null;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playing.textContent = "Play";
  }

  stateOf(number) {
    if (!this.record || this.quiz.hidden) return {phase: ""};
    return this.record.states[number].findLast(({at}) => at <= this.at).state;
  }

  // Drawing.

  draw() {
    const judged = this.search === "branch_limit";
    this.drawing.moved = false;
    this.pieces = this.nodes.map((node, number) => {
      const parent = number ? this.parentOf(number) : null;
      const probability = parent ? this.probabilityOf(parent, node) : null;
      const texts = [{state: {phase: ""}}, ...this.record?.states[number] ?? []].map(({state}) => textsOf(node, state));
      if (this.quiz.hidden === "values") texts.push({inside: "?????", window: ""});
      if (this.quiz.hidden === "windows" && node.kind !== "leaf") texts.push({inside: "", window: "[?????, ????]"});
      return pieceOf(node, this.paths[number], probability, judged, texts, () => ({
        state: this.stateOf(number), hidden: this.quiz.hidden, answer: this.quiz.answers.get(number)?.text, mark: this.quiz.mark(number),
        now: this.at >= 0 && !this.quiz.hidden && this.steps[this.at].frame.node === number, selected: this.paths[number].join() === this.selected.join(),
      }));
    });
    this.nodes.forEach((node, number) => { this.pieces[number].below = node.children.map((child) => this.pieces[this.numbers.get(child)]); });
    this.pieces.forEach((piece, number) => { piece.edge = this.edgeOf(number); });
    this.drawing.begin(this.pieces[0], "");
    this.showSelected();
  }

  probabilityOf(parent, node) {
    const averaged = parent.kind === "chance" || MODELS.includes(parent.kind) || (parent.kind === "min" && this.search === "expectimax");
    return averaged ? parent.outcomes.find(([child]) => child === node)?.[1] ?? 0 : null;
  }

  edgeOf(number) {
    if (!number) return "";
    if (this.stateOf(number).phase === "cut") return "cut";
    const above = this.stateOf(this.numbers.get(this.parentOf(number)));
    return above.phase === "done" && above.chosen === number ? "best" : "";
  }

  // Redraws nodes, and the edges below them.
  changed(numbers) {
    for (const number of new Set([...numbers].flatMap((each) => [each, ...this.nodes[each].children.map((child) => this.numbers.get(child))]))) {
      this.pieces[number].edge = this.edgeOf(number);
      this.drawing.change(this.pieces[number]);
    }
  }

  press(piece) {
    const number = this.numbers.get(piece.node), before = this.number(this.selected);
    this.selected = piece.path;
    this.changed([before, number]);
    this.quiz.pressed(number);
    this.showSelected();
  }

  quizzed(mode) {
    this.pause();
    this.at = -1;
    this.quiz.reset(mode);
    for (const stepper of this.steppers) {
      stepper.disabled = Boolean(this.quiz.hidden);
      stepper.title = this.quiz.hidden ? "The quiz hides the steps: switch it off first" : "";
    }
    this.draw();
    this.tell();
  }

  // The texts on a step.

  writeCode() {
    const lines = CODE[this.search];
    this.lines = lines.map((line) => make("li", {}, make("code", {}, line || " ")));
    this.begins = Object.fromEntries(lines.map((line, index) => [line.match(/^def (\w+)/)?.[1], index]).filter(([name]) => name));
    this.code.replaceChildren(...this.lines);
  }

  tell() {
    const step = this.steps[this.at], frame = step?.frame;
    for (const [index, line] of this.lines.entries()) {
      const lit = frame !== undefined && !this.quiz.hidden && index === this.begins[frame.function] + frame.line;
      if (lit) {
        line.setAttribute("aria-current", "step");
        line.scrollIntoView?.({block: "nearest", inline: "nearest"});
      } else line.removeAttribute("aria-current");
    }
    const fact = (name, text) => [make("dt", {}, name), make("dd", {}, text)];
    const value = (name) => frame?.values[name] === undefined ? "–" : shown(frame.values[name]);
    const names = ["alpha", "beta"].filter((name) => ARGUMENTS[this.search].includes(name));
    const others = Object.keys(frame?.values ?? {}).filter((name) => !["alpha", "beta", "best", "colour", "most"].includes(name));
    const count = `${this.at + 1} of ${this.steps.length}`;
    this.facts.replaceChildren(...fact("step", count), ...names.flatMap((name) => fact(name, value(name))), ...fact("best", value("best")), ...others.flatMap((name) => fact(name, value(name))),
      ...fact("nodes", String(this.at < 0 ? 0 : this.record.visits[this.at])), ...fact("call stack", step ? stackOf(step).map((number) => this.called(this.paths[number])).join(" › ") : "–"));
    this.sentence.textContent = this.quiz.hidden ? "" : this.told(step);
    this.address();
  }

  told(step) {
    if (!step) return this.record ? `${this.nodes.length} nodes. Step through the search, or change the tree.` : "";
    const cut = this.record.cuts.find(({at}) => at === this.at), where = this.called(this.paths[step.frame.node]);
    if (cut) return `${where}: cut. ${cut.why}`;
    const returned = step.returned === null ? "" : ` Returns ${Array.isArray(step.returned) ? step.returned.map(shown).join(" and ") : shown(step.returned)}.`;
    return `${where}: ${this.lines[this.begins[step.frame.function] + step.frame.line].textContent.trim()}${returned}`;
  }

  // Changes by hand.

  showSelected() {
    const path = this.selected, node = this.nodeAt(path), inner = node.kind !== "leaf", parent = path.length ? this.nodeAt(path.slice(0, -1)) : null;
    const number = (label, value, change, attributes = {}) => labelled(label, make("input", {size: 6, autocomplete: "off", value: Number.isNaN(value) ? "" : String(value), ...attributes, onchange: (event) => this.attempt(() => {
      const text = event.target.value.trim().replace("−", "-"), [above, below] = text.split("/");
      const found = text === "" ? NaN : below === undefined ? Number(above) : Number(above) / Number(below);
      if (text !== "" && Number.isNaN(found)) throw new Error(`${label} is a number, not ${text}`);
      change(found);
    })}));
    const fields = [labelled("Kind", select(Object.entries(KINDS), node.kind, (kind) => this.attempt(() => this.edit((each) => withKind(each, kind)))))];
    fields.push(inner ? number("Own value", node.value, (value) => this.edit((each) => each.with({value})), {title: "By which BranchLimit judges it; may be empty"}) : number("Value", node.value, (value) => this.edit((each) => each.with({value}))));
    if (PARAMETERS[node.kind]) fields.push(number(PARAMETERS[node.kind][0], node.parameter, (parameter) => this.edit((each) => each.with({parameter}))));
    if (parent?.kind === "chance") fields.push(number("Probability", node.probability, (probability) => this.edit((each) => each.with({probability}))));
    if (parent) fields.push(labelled("Move", make("input", {size: 8, maxlength: 60, autocomplete: "off", value: node.name, onchange: (event) => this.attempt(() => this.edit((each) => each.with({name: event.target.value})))})));
    this.acts.remove.disabled = !parent;
    this.acts.paste.disabled = !this.held;
    this.acts.undo.disabled = !this.done.length;
    this.acts.redo.disabled = !this.undone.length;
    const focused = this.edits.contains(document.activeElement) ? document.activeElement.closest("label")?.textContent ?? document.activeElement.textContent : null;
    this.edits.replaceChildren(make("p", {}, `${this.called(path)}: ${KINDS[node.kind]}`), ...fields);
    if (focused !== null) [...this.edits.querySelectorAll("input, select, button")].find((field) => (field.closest("label")?.textContent ?? field.textContent) === focused)?.focus();
    this.quiz.ask();
  }

  // Adds a child below the selected node. A leaf becomes an inner node with only this child.
  add(child, name = "") {
    const made = child.with({name, bounds: null});
    this.edit((node) => {
      if (node.kind === "leaf") {
        const above = this.selected.length ? this.nodeAt(this.selected.slice(0, -1)).kind : "min";
        return new GameTree({kind: above === "max" ? "min" : "max", children: [made], name: node.name, probability: node.probability});
      }
      if (node.kind !== "chance") return node.with({children: [...node.children, made]});
      const last = made.with({probability: tidy(1 / (node.children.length + 1))});
      return node.with({children: shared([...node.children, last], last)});
    });
  }

  hold() {
    const node = this.nodeAt(this.selected);
    this.held = {text: write(node), name: node.name};
    this.showSelected();
  }

  remove() {
    const path = this.selected;
    this.selected = path.slice(0, -1);
    this.edit(() => null, path);
  }

  // Output: an address, a picture, LaTeX.

  addressed() {
    const asked = new URLSearchParams({tree: this.written, search: this.search});
    if (this.search === "branch_limit") asked.set("most", this.most);
    if (this.at >= 0) asked.set("step", this.at);
    if (this.quiz.hidden) asked.set("quiz", this.quiz.mode);
    return asked.toString();
  }

  // Changes the address after a pause in the steps: browsers allow only a few changes per second.
  address() {
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => {
      const behind = this.addressed();
      history.replaceState(null, "", behind.length > LONGEST_LINK ? location.pathname + location.search : `#${behind}`);
    }, SETTLED);
  }

  async copyLink() {
    const behind = this.addressed();
    if (behind.length > LONGEST_LINK) throw new Error(`this tree is too large for a link (${behind.length.toLocaleString("en")} characters of ${LONGEST_LINK.toLocaleString("en")}): copy its text`);
    await navigator.clipboard.writeText(`${location.href.split("#")[0]}#${behind}`);
    announce("The link is copied.");
    this.sentence.textContent = "The link is copied.";
  }

  async save(kind) {
    if (kind !== "tex") return download(`tree.${kind}`, await this.drawing.picture(kind));
    const values = this.nodes.map((node, number) => textsOf(node, this.stateOf(number), this.quiz.hidden).inside);
    const looks = this.nodes.map((_, number) => ({best: "chosen", cut: "cut"})[this.edgeOf(number)] ?? "");
    return download("tree.tex", new Blob([forest(this.root, values, looks)], {type: "text/x-tex"}));
  }

  key(event) {
    const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.target.closest(TAKEN);
    const acts = {",": () => this.go(this.at - 1), ".": () => this.go(this.at + 1), c: () => this.nextCut(), Home: () => this.go(-1), End: () => this.go(Infinity), p: () => this.play()};
    const act = undo ? () => event.shiftKey ? this.undo(this.undone, this.done) : this.undo(this.done, this.undone)
      : event.ctrlKey || event.metaKey || event.altKey || event.target.closest(TAKEN) || this.quiz.hidden ? null : acts[event.key];
    if (!act) return;
    event.preventDefault();
    this.attempt(act);
  }
}
