// The address of a view: a game, its rules, a FEN, the moves from there, settings of the view. It can be bookmarked.

export function readRequest(offer) {
  const query = new URLSearchParams(location.search);
  const game = offer.games.find((known) => known.name === query.get("game")) ?? offer.games[0];
  const rules = {};
  for (const rule of game.rules) if (query.has(rule.name)) rules[rule.name] = query.get(rule.name);
  const moves = (query.get("moves") ?? "").split("~").filter(Boolean);
  return {game: game.name, rules, fen: query.get("fen") ?? "", moves};
}

const GENERAL = ["game", "fen", "moves"];
const OWN = {play: [], analyse: ["searches"], review: ["rating"], tree: ["search", "depth"], edit: [], tour: ["tour", "step"], match: [], "tree-editor": []}; // of each view

// A sentence about the first part of the address that is unknown here; "" if there is none.
export function unknownIn(offer, view) {
  const query = new URLSearchParams(location.search);
  const named = query.get("game");
  const game = named === null ? offer.games[0] : offer.games.find((known) => known.name === named);
  if (!game) return `There is no game ${named} here: choose one above.`;
  const rules = game.rules.map((rule) => rule.name);
  const stranger = [...query.keys()].find((name) => ![...GENERAL, ...rules, ...OWN[view]].includes(name));
  if (stranger !== undefined) return `The address contains ${stranger}, which this view of ${game.title} does not use. It was ignored.`;
  const asked = [...query.get("searches")?.split("~") ?? [], ...query.getAll("search")].filter(Boolean);
  const search = asked.find((name) => !game.searches.includes(name));
  if (search !== undefined) return game.lacking[search] ?? `${search} is not available for ${game.title}: choose ${game.searches.join(", ")}.`;
  const tour = query.get("tour");
  if (tour && !game.tours.some((known) => known.name === tour)) return `There is no tour ${tour} of ${game.title}: choose one here.`;
  return "";
}

export function addressOf(view, place) {
  const query = new URLSearchParams({game: place.game, ...place.rules});
  if (place.fen) query.set("fen", place.fen);
  if (place.moves.length) query.set("moves", place.moves.join("~"));
  return `/${view}?${query}`;
}

const kept = new Map(); // the last place of each game outside tours: a tour links back to it

// Puts a place into the address, and into the links to the other views. more: the view's own settings. If all are
// empty, those in the address stay.
export function showRequest(view, place, more = {}) {
  const others = [...new URLSearchParams(location.search)].filter(([name]) => name in more);
  const named = Object.entries(more).filter(([, value]) => value !== undefined && value !== "");
  const extra = new URLSearchParams(named.length ? named : others).toString();
  history.replaceState(null, "", addressOf(view, place) + (extra ? `&${extra}` : ""));
  const start = {game: place.game, rules: {}, moves: []};
  if (view !== "tour") kept.set(place.game, place);
  const own = kept.get(place.game) ?? start;
  for (const link of document.querySelectorAll("[data-view]")) {
    const {view: other} = link.dataset;
    link.href = ["match", "tree-editor"].includes(other) ? `/${other}` : addressOf(other, other === "tour" ? start : own);
  }
}
