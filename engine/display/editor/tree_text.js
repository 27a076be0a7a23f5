// A tree that is written down, read and written as text. engine/game_tree has the same in Python, and explains more.

const KINDS = ["max", "min", "chance", "softmax", "blunder"]; // of inner nodes
export const MODELS = ["softmax", "blunder"];
const NUMBER = "[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?";
const TOKEN = new RegExp(`"[^"\\n]*"|${NUMBER}|[A-Za-z]+|[^ \\t\\r\\n,]`, "gu"), WHOLE_NUMBER = new RegExp(`^(?:${NUMBER})$`);
const LONGEST = 100_000, LONGEST_NAME = 60, DEEPEST = 60, LARGEST = 1e9, SLACK = 1e-9;
export const DENOMINATORS = 200; // up to which a probability is written as a fraction

// A node with all nodes below it. It never changes. Its fields are those of GameTree in Python; a missing one is NaN,
// "" or null.
export class GameTree {
  constructor({kind = "leaf", value = NaN, children = [], name = "", probability = NaN, parameter = NaN, bounds = null}) {
    Object.assign(this, {kind, value, children, name, probability, parameter, bounds});
    if (kind === "leaf" && Number.isNaN(value)) throw new Error("a leaf has a value, and nothing below it");
    if (kind !== "leaf" && !children.length) throw new Error(`a ${kind} node has at least one node below it`);
    checkNumber(value);
    if ([...name].length > LONGEST_NAME || /["\x00-\x1f\x7f]/.test(name)) throw new Error(`a name has at most ${LONGEST_NAME} characters, and no quotes and control characters`);
    if (kind === "chance") {
      let sum = 0;
      for (const child of children) {
        if (!(child.probability > 0 && child.probability <= 1)) throw new Error("below a chance node, each node has a probability: more than 0, and at most 1");
        sum += child.probability;
      }
      if (Math.abs(sum - 1) > SLACK) throw new Error(`the probabilities of a chance node sum to 1, not to ${Number(sum.toPrecision(12))}`);
    }
    if (kind === "softmax" && !(parameter >= SLACK && parameter <= LARGEST)) throw new Error("the temperature of a softmax node is a number above 0");
    if (kind === "blunder" && !(parameter >= 0 && parameter <= 1)) throw new Error("the rate of a blunder node is a number from 0 to 1");
    if (bounds) {
      bounds.forEach(checkNumber);
      if (bounds[0] > bounds[1]) throw new Error("the first bound is the smaller one");
      for (const leaf of this) if (leaf.kind === "leaf" && !(bounds[0] <= leaf.value && leaf.value <= bounds[1])) throw new Error(`a leaf of ${shown(leaf.value)} is outside the bounds ${shown(bounds[0])} and ${shown(bounds[1])}`);
    }
  }

  // The node and all nodes below it, parents first.
  * [Symbol.iterator]() {
    yield this;
    for (const child of this.children) yield* child;
  }

  // A copy with other fields.
  with(fields) {
    return new GameTree({...this, ...fields});
  }

  get range() {
    const values = [...this].filter(({kind}) => kind === "leaf").map(({value}) => value);
    return this.bounds ?? [values.reduce((one, other) => Math.min(one, other)), values.reduce((one, other) => Math.max(one, other))];
  }
}

function checkNumber(value) {
  if (!Number.isNaN(value) && !(Math.abs(value) <= LARGEST)) throw new Error(`a number in a tree is at most ${LARGEST.toLocaleString("en")}, and at least -${LARGEST.toLocaleString("en")}`);
}

// The tree that a text describes; an Error says what is wrong.
export function parse(text) {
  if (text.length > LONGEST) throw new Error(`a tree has at most ${LONGEST.toLocaleString("en")} characters, not ${text.length.toLocaleString("en")}`);
  const tokens = [...[...text.matchAll(TOKEN)].map((found) => [found[0], found.index]), ["", 0]];
  let at = 0;
  const next = () => tokens[at][0];
  const place = () => next() ? `character ${[...text.slice(0, tokens[at][1])].length + 1} is '${next()}'` : "the text ends";
  const missing = (wanted) => new Error(`${wanted} is missing in the tree: ${place()}`);
  const takes = (token) => next() === token && Boolean(at += 1);
  const take = (token) => { if (!takes(token)) throw missing(`'${token}'`); };
  const number = () => {
    if (!WHOLE_NUMBER.test(next())) throw missing("a number");
    return Number(tokens[at++][0]);
  };
  const node = (depth, name = "", probability = NaN) => {
    if (depth > DEEPEST) throw new Error(`a tree has at most ${DEEPEST} levels below its root`);
    const kind = next().toLowerCase();
    if (!KINDS.includes(kind)) {
      if (!WHOLE_NUMBER.test(kind)) throw missing(`a number or one of ${KINDS.join(", ")}`);
      return new GameTree({value: number(), name, probability});
    }
    at += 1;
    let parameter = NaN, value = NaN;
    if (MODELS.includes(kind)) {
      take("[");
      parameter = number();
      take("]");
    }
    if (takes("=")) value = number();
    take("(");
    const children = [];
    while (!takes(")")) {
      if (!next()) throw missing("')'");
      children.push(edge(kind, depth + 1));
    }
    return new GameTree({kind, value, children, name, probability, parameter});
  };
  const edge = (kind, depth) => {
    let name = "";
    if (next().length > 1 && next().startsWith('"')) name = tokens[at++][0].slice(1, -1);
    if (kind !== "chance") return node(depth, name);
    let probability = number();
    if (takes("/")) {
      const below = number();
      if (below === 0) throw new Error("a fraction cannot have the denominator 0");
      probability /= below;
    }
    if (!takes(":")) throw missing("':' after a probability");
    return node(depth, name, probability);
  };
  let root = node(0);
  if (takes("bounds")) root = root.with({bounds: [number(), number()]});
  if (next()) throw new Error(`nothing may follow the tree, but ${place()}`);
  return root;
}

// The text of a tree, which `parse` reads as the same tree.
export function write(root) {
  const of = (node) => {
    if (node.kind === "leaf") return number_text(node.value);
    const parameter = MODELS.includes(node.kind) ? `[${number_text(node.parameter)}]` : "";
    const value = Number.isNaN(node.value) ? "" : `=${number_text(node.value)}`;
    const edges = node.children.map((child) => `${child.name ? `"${child.name}" ` : ""}${node.kind === "chance" ? `${probability_text(child.probability)}:` : ""}${of(child)}`);
    return `${node.kind}${parameter}${value}(${edges.join(" ")})`;
  };
  return of(root) + (root.bounds ? ` bounds ${root.bounds.map(number_text).join(" ")}` : "");
}

// Functions for the code that is made from Python: those of numbers.py, and a few of Python itself.

export function shown(value) {
  return String(Number((value + 0).toPrecision(6))).replace("Infinity", "∞").replaceAll("-", "−");
}

export function number_text(value) {
  return String(value + 0);
}

export function probability_text(value) {
  const text = number_text(value);
  for (let below = 2; below <= DENOMINATORS; below += 1) {
    const above = Math.trunc(value * below + 0.5), fraction = `${above}/${below}`;
    if (above / below === value && fraction.length < text.length) return fraction;
  }
  return text;
}

export function empty(value) {
  return value === false || value.length === 0;
}

export function range(count) {
  return [...Array(count).keys()];
}

export function sorted(values, key) {
  return [...values].sort((one, other) => key(one) - key(other));
}

export function zip(first, ...others) {
  return [...first].map((value, index) => [value, ...others.map((other) => other[index])]);
}
