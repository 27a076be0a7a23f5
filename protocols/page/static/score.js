// Scores as people read them, and what a move has thrown away.

// Lines that have a score: a search tells moves too of which it knows nothing yet.
export function knownOf(lines) {
  return lines.filter((line) => line.score.bound !== "unknown");
}

export const BOUNDS = {"": "", lower: "≥ ", upper: "≤ ", unknown: ""};
const JUDGEMENTS = [ // by the winning chances that a move loses, the gravest first
  {lost: 0.3, name: "A blunder", mark: "??"},
  {lost: 0.2, name: "A mistake", mark: "?"},
  {lost: 0.1, name: "An inaccuracy", mark: "?!"},
];

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

// To which depth lines have been searched, where they are estimates of one depth, and not the end of the game.
export function depthText(lines) {
  const estimates = lines.filter((line) => line.score.plies === null && line.score.result === null);
  const [depth] = estimates.map((line) => line.depth);
  return depth && lines.every((line) => line.depth === depth) ? ` at depth ${depth}` : "";
}

// A value of a tree, which has so many hundredths of the game's unit, in that unit.
export function valueText(value, scale) {
  return String(Number((value * scale / 100).toPrecision(6))).replace("-", "−");
}

// The replies below a node with probabilities, by how much each moves their mean.
export function byWeight(node) {
  const weight = (reply) => Math.abs((reply.chance ?? 1) * (reply.value - node.value));
  return [...node.children].sort((one, other) => weight(other) - weight(one));
}

// The sum that makes that mean, where some of the replies decide the game: a sentence, or none.
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

// What scores are in, where that has a name.
export function inUnit(game) {
  return game.unit ? ` in ${game.unit}` : "";
}

// The same in a few characters, as the game has them: #3, −#2, +0.35; W3, L2, D.
export function shortScore(score, game) {
  const [won, lost, drawn] = game.marks;
  if (score.bound === "unknown") return "?";
  if (score.plies !== null) return `${score.plies < 0 ? lost : won}${Math.ceil(Math.abs(score.plies) / 2)}`;
  return score.result === 0 && score.bound === "" ? drawn : scoreText(score);
}

// The share of a bar that is player 0's, 0 to 1. won: what a won game is worth, which alone fills it: a unit shows beside
// nothing as ten do beside a hundred.
export function share(score, player, won) {
  const part = Math.min(1, Math.log1p(Math.abs(score.centi / 100)) / Math.log1p(won));
  const own = score.plies !== null ? (score.plies > 0 ? 1 : 0)
    : score.result !== null ? (score.result + 1) / 2
      : (1 + Math.sign(score.centi) * part) / 2;
  return player === 0 ? own : 1 - own;
}

// 1 for a sure win of the mover, -1 for a sure loss, 0 where neither is known.
function outcome(score) {
  if (score.plies !== null && (score.bound === "" || (score.plies > 0) === (score.bound === "lower"))) return Math.sign(score.plies || score.value);
  return score.bound === "" && score.result !== null ? score.result : 0;
}

// Winning chances, from -1 to 1, as lichess has them: https://lichess.org/page/accuracy
function chances(centi) {
  return 2 / (1 + Math.exp(-0.00368208 * centi)) - 1;
}

// What a move was, beside the best of its position: a sentence, or none where nothing much was lost.
export function verdict(lines, move) {
  const known = knownOf(lines);
  const played = known.find((line) => line.move === move), best = known[0];
  if (!played || !best || played === best) return {said: "", mark: ""};
  const was = outcome(best.score), is = outcome(played.score);
  if (was > 0 && is <= 0) return {said: `A blunder: ${best.text} ${scoreText(best.score)}.`, mark: "??"};
  if (was >= 0 && is < 0) return {said: `A blunder: it ${scoreText(played.score)}; ${best.text} does not lose.`, mark: "??"};
  if (was !== is || best.score.plies !== null) return {said: "", mark: ""};
  if (best.score.bound === "upper" || played.score.bound === "lower") return {said: "", mark: ""}; // they may be equal
  const lost = chances(best.score.centi) - chances(played.score.centi);
  const found = JUDGEMENTS.find((each) => lost >= each.lost);
  const better = ((best.score.centi - played.score.centi) / 100).toFixed(2);
  return found ? {said: `${found.name}: ${best.text} is better by ${better}.`, mark: found.mark} : {said: "", mark: ""};
}

export function countText(count) {
  if (count < 1e4) return String(count);
  return count < 1e6 ? `${(count / 1e3).toFixed(count < 1e5 ? 1 : 0)} k` : `${(count / 1e6).toFixed(count < 1e8 ? 1 : 0)} M`;
}
