// A quiz on a tree: the results of the search are hidden. The user fills them in, and learns at once whether they are
// right, and why.

import {button, labelled, make, select} from "./element.js";
import {ARGUMENTS, why_value} from "./searches.js";
import {shown} from "./tree_text.js";

const MODES = {off: "Off", values: "Values", cuts: "Cuts", windows: "Windows"};
const NEAR = 0.005; // an answer may be rounded to two digits after the point
const RIGHT = "✓", WRONG = "✗";

export class Quiz {
  // editor: has root, nodes, search, record, selected, and changed(numbers), which redraws nodes.
  constructor(editor) {
    this.editor = editor;
    this.mode = "off";
    this.answers = new Map(); // {text, mark} of nodes, by number
    this.cuts = new Set(); // the nodes that the user has marked as cut
    this.choice = make("span");
    this.place = make("div");
    this.told = make("p", {class: "told", role: "status"});
    this.element = make("div", {class: "quiz", role: "group", "aria-label": "Quiz"}, this.choice, this.place, this.told);
  }

  get hidden() {
    return this.mode === "off" ? "" : this.mode;
  }

  // Starts again, with another search or tree.
  reset(mode = this.mode) {
    const offered = Object.keys(MODES).filter((name) => name === "off" || name === "values" || ARGUMENTS[this.editor.search].includes("alpha"));
    this.mode = offered.includes(mode) && this.editor.record ? mode : "off";
    this.answers.clear();
    this.cuts.clear();
    this.told.textContent = "";
    const field = select(offered.map((name) => [name, MODES[name]]), this.mode, (name) => {
      this.editor.quizzed(name);
      this.choice.querySelector("select").focus();
    });
    this.choice.replaceChildren(labelled("Quiz: hide", field));
    this.ask();
  }

  // Asks about the selected node.
  ask() {
    const {mode, editor} = this;
    if (mode === "off") {
      this.place.replaceChildren();
    } else if (mode === "cuts") {
      this.place.replaceChildren(make("p", {}, "Press each node that the search never reaches. Then check."), button("Check", () => this.check()));
    } else this.askNode(editor.number(editor.selected));
  }

  askNode(number) {
    const {mode, editor} = this, node = editor.nodes[number];
    if (node.kind === "leaf") {
      this.place.replaceChildren(make("p", {}, "Press a node that is no leaf, and fill it in."));
      return;
    }
    const name = editor.called(editor.selected);
    const fields = (mode === "values" ? ["Value"] : ["Alpha", "Beta"]).map((what) => [what, make("input", {size: 6, autocomplete: "off", "aria-label": `${what} at ${name}`})]);
    const form = make("form", {class: "row-of", onsubmit: (event) => {
      event.preventDefault();
      this.grade(number, fields.map(([, input]) => input.value));
    }}, ...fields.map(([what, input]) => labelled(`${what} at ${name}`, input)), make("button", {}, "Check"));
    this.place.replaceChildren(form);
  }

  // Called when the user presses a node.
  pressed(number) {
    if (this.mode === "cuts" && number) {
      if (!this.cuts.delete(number)) this.cuts.add(number);
      this.answers.delete(number);
      this.editor.changed([number]);
    }
    this.ask();
  }

  // The mark beside a node.
  mark(number) {
    return this.answers.get(number)?.mark ?? (this.cuts.has(number) ? "cut" : "");
  }

  // The variables when the search first reaches a node; null if it never does.
  first(number) {
    return this.editor.record.firsts[number];
  }

  grade(number, texts) {
    const {editor, mode} = this, node = editor.nodes[number];
    const given = texts.map(numberOf);
    if (given.some(Number.isNaN)) return this.tell("An answer is a number, or inf or -inf.");
    const last = editor.record.states[number].at(-1).state, first = this.first(number);
    if (!first) return this.tell(`The search never comes to ${editor.called(editor.selected)}: ${this.reason(number)}`);
    const right = mode === "values" ? [last.value] : [first.alpha, first.beta];
    const hit = given.every((value, index) => near(value, right[index]));
    const text = mode === "values" ? shown(given[0]) : `[${given.map(shown).join(", ")}]`;
    this.answers.set(number, {text, mark: hit ? RIGHT : WRONG});
    editor.changed([number]);
    const why = mode === "values" ? this.whyValue(number, node, last) : this.whyWindow(number, first);
    return this.tell(`${hit ? "Right." : "Wrong."} ${why}`);
  }

  whyValue(number, node, last) {
    const {editor} = this, known = node.children.map((child) => editor.record.states[editor.numbers.get(child)].at(-1).state);
    const searched = known.filter(({phase}) => phase === "done");
    const cut = editor.record.cuts.find((found) => found.node === number);
    if (cut) return `${cut.why} So the search returns ${shown(last.value)}.`;
    if (last.bound) {
      const result = [last.alpha, last.beta].includes(last.value) ? "its edge" : "a bound";
      return `The value is outside the window [${shown(last.alpha)}, ${shown(last.beta)}], so the search returns ${result}: ${shown(last.value)}.`;
    }
    return why_value(node, editor.search, searched.map(({value}) => value), last.value);
  }

  whyWindow(number, {alpha, beta}) {
    const sides = [Number.isFinite(alpha) ? `Max already has ${shown(alpha)}` : "Max has nothing yet", Number.isFinite(beta) ? `Min already holds Max to ${shown(beta)}` : "Min has nothing yet"];
    const averaged = this.editor.nodes[number] !== this.editor.root && ["chance", "softmax", "blunder"].includes(this.editor.parentOf(number).kind);
    return averaged ? `The window is [${shown(alpha)}, ${shown(beta)}]: only values inside it leave the mean inside the window of the chance node.` : `When the search comes here, ${sides.join(", and ")}: [${shown(alpha)}, ${shown(beta)}].`;
  }

  // Why the search reaches a node, or why not.
  reason(number) {
    const {editor} = this, above = editor.ancestors(number);
    const cut = editor.record.cuts.find((found) => above.includes(found.node) && editor.record.states[number].at(-1).state.phase === "cut");
    if (cut) return cut.why;
    const first = this.first(number);
    if (!first) return "it is not among the moves that look best.";
    return first.alpha === undefined ? "nothing is cut here." : `it is searched with the window [${shown(first.alpha)}, ${shown(first.beta)}].`;
  }

  check() {
    const {editor} = this, wrong = [];
    this.answers.clear();
    editor.nodes.forEach((node, number) => {
      const never = !this.first(number), said = this.cuts.has(number);
      if (never && !said && editor.ancestors(number).some((above) => above !== number && this.cuts.has(above))) return; // it need not be pressed
      if (never !== said) wrong.push(number);
      if (never || said) this.answers.set(number, {text: "", mark: never === said ? RIGHT : WRONG});
    });
    editor.changed(editor.nodes.keys());
    if (!wrong.length) return this.tell("Right: these nodes are cut, and no others.");
    const reasons = wrong.slice(0, 3).map((number) => `${editor.called(editor.pathOf(number))} is ${this.first(number) ? "not cut" : "cut"}: ${this.reason(number)}`);
    return this.tell(`${wrong.length === 1 ? "1 node is wrong." : `${wrong.length} nodes are wrong.`} ${reasons.join(" ")}`);
  }

  tell(words) {
    this.told.textContent = words;
  }
}

function numberOf(text) {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/^([-+]?)(?:∞|inf(?:inity)?)$/i, "$1Infinity");
  return plain === "" ? NaN : Number(plain);
}

function near(value, right) {
  return value === right || Math.abs(value - right) <= NEAR;
}
