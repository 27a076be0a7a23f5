// A search step by step, as in engine/game_tree/trace.py. searches.js is made from Python, and calls `step` before each
// line.

import {GameTree, MODELS} from "./tree_text.js";
import {ARGUMENTS, outcomes, perfect, promising, refusal, SEARCHES, setStep, why_cut} from "./searches.js";

const MOST_STEPS = 200_000; // as in trace.py
const HARD = ["alphabeta_hard", "star1", "star2"]; // fail-hard: a value at the edge of the window is only a bound

// Properties of a node for the functions from Python. Each is computed once.
for (const [name, compute] of Object.entries({outcomes, perfect})) {
  Object.defineProperty(GameTree.prototype, name, {get() {
    const value = compute(this);
    Object.defineProperty(this, name, {value, enumerable: false});
    return value;
  }});
}

// All steps: {frame: {function, line, node, values, caller}, returned}. node: its number; the root is 0, parents come
// first. An Error if the search does not suit the tree.
export function trace(root, search, most) {
  const reason = refusal(root, search);
  if (reason) throw new Error(reason);
  const numbers = new Map([...root].map((node, number) => [node, number]));
  const steps = [], open = [];
  setStep((name, line, values, returned = null) => {
    const known = Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "number"));
    if (line === 0) {
      open.push({function: name, line, node: numbers.get(values.node), values: known, caller: open.at(-1) ?? null});
      return null;
    }
    const {node, caller} = open.at(-1), frame = {function: name, line, node, values: known, caller};
    open[open.length - 1] = frame;
    steps.push({frame, returned});
    if (steps.length > MOST_STEPS) throw new Error(`this search takes more than ${MOST_STEPS.toLocaleString("en")} steps on this tree`);
    if (returned !== null) open.pop();
    return returned;
  });
  const [lower, upper] = root.range;
  const given = {node: root, alpha: -Infinity, beta: Infinity, lower, upper, colour: ["max", "leaf"].includes(root.kind) ? 1 : -1, most};
  SEARCHES[search](...ARGUMENTS[search].map((name) => given[name]));
  return steps;
}

// The nodes of all calls that are not finished, the root first.
export function stackOf({frame}) {
  const found = [];
  for (let call = frame; call; call = call.caller) found.unshift(call.node);
  return found;
}

// Whether a side takes its best move at a node. For searches without chance, a model is an opponent that plays its best.
function chooses(kind, search) {
  if (kind === "max") return true;
  return search.startsWith("star") || search === "expectiminimax" ? kind === "min" : search !== "expectimax";
}

// The children that a search without cuts would search: not the replies that a model never plays.
function searched(node, search) {
  const averages = ["expectimax", "expectiminimax", "star1", "star2"].includes(search) && MODELS.includes(node.kind);
  return averages ? node.outcomes.map(([child]) => child) : node.children;
}

// What the search knows of each node after each step. states: for each node, a list of {at, state} in order of the step
// `at`. state: {phase: "open", "probed", "done" or "cut", value, bound, alpha, beta, chosen: the number of the best
// child}. cuts: [{at, node, why}]. visits: the number of visits to nodes up to each step. firsts: for each node.
export function historyOf(root, steps, search) {
  const nodes = [...root], numbers = new Map(nodes.map((node, number) => [node, number]));
  const states = nodes.map(() => [{at: -1, state: {phase: ""}}]), cuts = [], visits = [];
  const firsts = nodes.map(() => null); // the variables when the search first reached a node
  const calls = []; // that are not finished, by depth: not by frame, which is a new object at each line
  let visited = 0;
  const note = (number, at, state) => states[number].push({at, state});
  steps.forEach(({frame, returned}, at) => {
    let depth = 0;
    for (let call = frame.caller; call; call = call.caller) depth += 1;
    if (!calls[depth]) {
      calls[depth] = {values: frame.values, children: new Map(), bounded: false};
      if (frame.function === search) {
        visited += 1;
        firsts[frame.node] ??= frame.values;
      }
    }
    visits.push(visited);
    const call = calls[depth], node = nodes[frame.node], {alpha, beta, best} = frame.values;
    const probing = frame.function !== search, done = states[frame.node].at(-1).state.phase === "done";
    if (returned === null) {
      if (!(probing && done)) note(frame.node, at, {phase: "open", value: best, alpha, beta});
      return;
    }
    calls.length = depth;
    const caller = calls[depth - 1];
    if (probing) { // a probe returns bounds, not a value
      const [low, high] = returned, bound = low === high ? "" : high === frame.values.upper ? "≥" : "≤";
      if (!done) note(frame.node, at, {phase: "probed", value: bound === "≤" ? high : low, bound});
      return;
    }
    const left = searched(node, search).filter((child) => !call.children.has(numbers.get(child)));
    const unsearched = search === "branch_limit" && left.length ? new Set(promising(node, frame.values.most)) : null;
    const skipped = unsearched && left.every((child) => !unsearched.has(child));
    const because = left.length && !skipped && "alpha" in frame.values ? why_cut(node.kind, frame.values, returned) : "";
    const bounded = Boolean(because) || call.bounded || (HARD.includes(search) && node.children.length > 0);
    const {alpha: from = -Infinity, beta: to = Infinity} = call.values;
    const bound = !bounded ? "" : returned >= to ? "≥" : returned <= from ? "≤" : "";
    const sign = search === "negamax" ? -1 : 1;
    const chosen = chooses(node.kind, search) ? [...call.children].find(([, value]) => sign * value === returned)?.[0] : undefined;
    note(frame.node, at, {phase: "done", value: returned, bound, alpha: call.values.alpha, beta: call.values.beta, chosen});
    for (const child of left) for (const below of child) {
      const number = numbers.get(below);
      if (!["done", "probed"].includes(states[number].at(-1).state.phase)) note(number, at, {phase: "cut"});
    }
    if (because) cuts.push({at, node: frame.node, why: because});
    if (caller) {
      if (bound) caller.bounded = true;
      if (frame.caller.function === search) caller.children.set(frame.node, returned);
    }
  });
  return {states, cuts, visits, firsts};
}
