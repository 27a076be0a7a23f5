// Counts the games that the user has played here. Only the browser stores them.

import {button, download, make, row, scrolled, section, table} from "./element.js";

const KEPT = "games", MOST = 1000; // games that are kept

function all() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((played) => played && typeof played === "object") : [];
  } catch {
    return []; // what is stored there cannot be read
  }
}

// Stores a game. score: of the person, 1, 0.5 or 0.
export function keepGame(played) {
  const games = [...all(), {date: new Date().toISOString().slice(0, 10), ...played}];
  try {
    localStorage.setItem(KEPT, JSON.stringify(games.slice(-MOST)));
  } catch {
    // there is no room: the game is not counted
  }
}

export class Statistics {
  constructor(game) {
    this.game = game;
    this.element = section("Your games");
    this.draw();
  }

  draw() {
    const own = all().filter((played) => played.game === this.game.name);
    this.element.hidden = !own.length;
    const groups = new Map();
    for (const {opponent, score} of own) {
      const counts = groups.get(opponent) ?? [0, 0, 0];
      counts[score === 1 ? 0 : score === 0 ? 2 : 1] += 1;
      groups.set(opponent, counts);
    }
    const rows = [...groups].map(([opponent, counts]) => row([opponent || "alone", ...counts.map(String)]));
    const heading = make("h2", {}, "Your games");
    this.element.replaceChildren(heading, scrolled("Your games", table(["Opponent", "Won", "Drawn", "Lost"], make("tbody", {}, ...rows), {class: "ranking"})),
      make("div", {class: "row-of"},
        button("Export", () => download("games.json", new Blob([JSON.stringify(all(), null, 1)], {type: "application/json"}))),
        button("Delete all games", () => {
          localStorage.removeItem(KEPT);
          this.draw();
        }),
        make("span", {class: "quiet"}, "Kept in this browser alone.")));
  }
}
