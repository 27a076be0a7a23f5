// The position in the address: a game, its rules, a FEN, the moves since. It can be bookmarked, and holds nothing else.

export function readPlace(offer) {
  const query = new URLSearchParams(location.search);
  const game = offer.games.find((known) => known.name === query.get("game")) ?? offer.games[0];
  const rules = {};
  for (const rule of game.rules) if (query.has(rule.name)) rules[rule.name] = query.get(rule.name);
  const moves = (query.get("moves") ?? "").split("~").filter(Boolean);
  return {game: game.name, rules, fen: query.get("fen") ?? "", moves};
}

export function addressOf(view, place) {
  const query = new URLSearchParams({game: place.game, ...place.rules});
  if (place.fen) query.set("fen", place.fen);
  if (place.moves.length) query.set("moves", place.moves.join("~"));
  return `/${view}?${query}`;
}

// Shows a place in the address, and takes it along to the other views.
export function showPlace(view, place, more = {}) {
  const others = [...new URLSearchParams(location.search)].filter(([name]) => name in more);
  const own = Object.entries(more).filter(([, value]) => value !== undefined && value !== "");
  const extra = new URLSearchParams(own.length ? own : others).toString();
  history.replaceState(null, "", addressOf(view, place) + (extra ? `&${extra}` : ""));
  for (const link of document.querySelectorAll("[data-view]")) {
    link.href = link.dataset.view === "match" ? "/match" : addressOf(link.dataset.view, link.dataset.view === "tour" ? {game: place.game, rules: {}, moves: []} : place);
  }
}
