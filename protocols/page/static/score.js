// Scores as people read them, and judgements of moves.

// The lines with a score. A search also lists moves that it has not searched yet.
export function knownOf(lines) {
  return lines.filter((line) => line.score.bound !== "unknown");
}

export const BOUNDS = {"": "", lower: "≥ ", upper: "≤ ", unknown: ""};
const NAMES = {"??": "A blunder", "?": "A mistake", "?!": "An inaccuracy"};
const LOSSES = [[0.3, "??"], [0.2, "?"], [0.1, "?!"]]; // winning chances that a move loses, from -1 to 1
const MOST = 1000, DECIDED = 999, NEARLY = 700; // centipawns, as in reviews/judgement.py

export function scoreText(score) {
  if (score.bound === "unknown") return "?";
  if (score.plies !== null) {
    const moves = Math.ceil(Math.abs(score.plies) / 2);
    if (moves === 0) return score.plies > 0 || score.value > 0 ? "won" : "lost";
    if (score.bound === "lower" && score.plies < 0) return `lasts ${moves - 1} or more`;
    return `${score.plies > 0 ? "wins" : "loses"} in ${moves}${score.bound ? " at most" : ""}`;
  }
  const value = score.centi / 100;
  return `${BOUNDS[score.bound]}${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.abs(value).toFixed(2)}`;
}

// The depth of lines as text, if all have the same and at least one is an estimate, not the end of the game; else "".
export function depthText(lines) {
  const estimates = lines.filter((line) => line.score.plies === null && line.score.result === null);
  const [depth] = estimates.map((line) => line.depth);
  return depth && lines.every((line) => line.depth === depth) ? ` at depth ${depth}` : "";
}

// A value of a tree as text, in the game's unit. scale: the hundredths of that unit in a value of 1.
export function valueText(value, scale) {
  return String(Number((value * scale / 100).toPrecision(6))).replace("-", "−");
}

// The replies below a node, sorted by their effect on its mean.
export function byWeight(node) {
  const weight = (reply) => Math.abs((reply.chance ?? 1) * (reply.value - node.value));
  return [...node.children].sort((one, other) => weight(other) - weight(one));
}

// A sentence that explains this mean as a sum, if some of the replies decide the game; else "".
export function sumText(node, scale, game) {
  const worth = (value) => value * scale / 100, signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
  const side = (reply) => Math.abs(worth(reply.value)) > game.won / 2 ? Math.sign(reply.value) : 0;
  const said = {1: `let ${game.seats[0]} win`, "-1": `let ${game.seats[1]} win`, 0: "do neither"};
  const groups = [1, -1, 0].map((kind) => ({kind, replies: node.children.filter((reply) => side(reply) === kind)})).filter(({replies}) => replies.length);
  if (!groups.some(({kind}) => kind)) return "";
  const parts = groups.map(({kind, replies}) => {
    const chance = replies.reduce((sum, reply) => sum + reply.chance, 0);
    const product = worth(replies.reduce((sum, reply) => sum + reply.chance * reply.value, 0));
    return `${replies.length} of ${node.children.length} ${said[kind]}: ${(100 * chance).toFixed(1)} % × ${signed(product / chance)} = ${signed(product)}`;
  });
  return `${parts.join("; ")}. Together: ${signed(worth(node.value))}.`;
}

// The unit of scores, if it has a name.
export function inUnit(game) {
  return game.unit ? ` in ${game.unit}` : "";
}

// A score in a few characters, with the marks of the game: #3, −#2, +0.35; W3, L2, D.
export function shortScore(score, game) {
  const [won, lost, drawn] = game.marks;
  if (score.bound === "unknown") return "?";
  if (score.plies !== null) return `${score.plies < 0 ? lost : won}${Math.ceil(Math.abs(score.plies) / 2)}`;
  return score.result === 0 && score.bound === "" ? drawn : scoreText(score);
}

// Player 0's share of a bar, 0 to 1. won: the value of a won game, which alone fills the bar. The scale is logarithmic,
// so that small advantages are visible too.
export function share(score, player, won) {
  const part = Math.min(1, Math.log1p(Math.abs(score.centi / 100)) / Math.log1p(won));
  const own = score.plies !== null ? (score.plies > 0 ? 1 : 0)
    : score.result !== null ? (score.result + 1) / 2
      : (1 + Math.sign(score.centi) * part) / 2;
  return player === 0 ? own : 1 - own;
}

// Winning chances, from -1 to 1, by the formula of Lichess: https://lichess.org/page/accuracy
function chances(score) {
  if (score.result !== null && !score.bound) return score.result;
  const centi = score.plies === null ? score.centi : won(score) ? MOST : lost(score) ? -MOST : 0;
  return 2 / (1 + Math.exp(-0.00368208 * Math.max(-MOST, Math.min(MOST, centi)))) - 1;
}

// An upper bound proves no win.
function won(score) {
  return score.plies !== null && !["upper", "unknown"].includes(score.bound) && (score.plies > 0 || (score.plies === 0 && score.result === 1));
}

// A lower bound proves no loss.
function lost(score) {
  return score.plies !== null && !["lower", "unknown"].includes(score.bound) && (score.plies < 0 || (score.plies === 0 && score.result !== 1));
}

// Judges a missed or an allowed mate. centi: the mover's advantage after it, or the disadvantage before it.
function grade(centi) {
  return centi > DECIDED ? "?!" : centi > NEARLY ? "?" : "??";
}

// The mark of a loss of winning chances, "" for none.
function byLoss(loss) {
  return LOSSES.find(([least]) => loss >= least)?.[1] ?? "";
}

// Judges a move by the rules of reviews/judgement.py. Returns a mark, "" for none. Both scores are the mover's.
// par: of a game for one, in which a move is judged by the utility that it loses; else 0.
export function judge(best, played, par) {
  if (par) return byLoss((best.value - played.value) / par);
  if (best.result !== null && played.result !== null && !best.bound && !played.bound) return played.result < best.result ? "??" : "";
  if (won(best) && !won(played)) return lost(played) ? "??" : grade(played.centi);
  if (lost(played) && !lost(best)) return grade(-best.centi);
  if (won(best) || lost(best)) return "";
  return byLoss(chances(best) - chances(played));
}

// The verdict on a move, compared with the best: a sentence and a mark, both "" if little was lost.
// par: see `judge`.
export function verdict(lines, move, par) {
  const known = knownOf(lines);
  const played = known.find((line) => line.move === move), best = known[0];
  if (!played || !best || played === best || best.score.bound === "upper" || played.score.bound === "lower") return {said: "", mark: ""}; // they may be equal
  const mark = judge(best.score, played.score, par);
  if (!mark) return {said: "", mark};
  const better = lost(played.score) && !lost(best.score) ? `it ${scoreText(played.score)}; ${best.text} does not lose`
    : best.score.plies !== null || best.score.result !== null ? `${best.text} ${scoreText(best.score)}`
      : `${best.text} is better by ${((best.score.centi - played.score.centi) / 100).toFixed(2)}`;
  return {said: `${NAMES[mark]}: ${better}.`, mark};
}

export function countText(count) {
  if (count < 1e4) return String(count);
  return count < 1e6 ? `${(count / 1e3).toFixed(count < 1e5 ? 1 : 0)} k` : `${(count / 1e6).toFixed(count < 1e8 ? 1 : 0)} M`;
}
