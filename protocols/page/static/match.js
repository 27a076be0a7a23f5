// Watching a match: its standings and its current game, read from its result file.

import {addressOf} from "./address.js";
import {Board} from "./board.js";
import {announce, button, make, row, scrolled, section, table} from "./element.js";
import {View} from "./view.js";

export class MatchView extends View {
  constructor(page) {
    super(page);
    this.following = this.asking();
    this.turned = false;
    this.heard = -1; // the number of games that had ended at the last message; -1 before the first
    this.heading = make("h1", {}, "A match watched");
    this.progress = make("progress", {max: 1, value: 0, "aria-label": "Games that have been played"});
    this.count = make("span", {});
    this.field = make("div");
    this.players = [make("p", {class: "player"}), make("p", {class: "player"})];
    this.end = make("p", {class: "verdict"});
    this.facts = make("dl", {class: "facts"});
    this.table = scrolled("Players");
    this.lines = make("ul", {class: "plain"});
    this.games = make("ul", {class: "plain"});
    const counted = make("div", {class: "row-of"}, this.progress, this.count), flip = button("Flip", () => this.flip());
    const ends = section("How games ended", this.lines), last = section("The last games", this.games);
    this.later = [counted, flip, ends, last]; // hidden until there is a match
    this.layout([this.players[1], this.field, this.players[0], this.status, this.end, flip], [
      make("section", {}, this.heading, counted, this.fault, this.table, this.facts), ends, last,
    ]);
  }

  start() {
    document.title = "A match – Oddsfish";
    history.replaceState(null, "", "/match");
    for (const part of this.later) part.hidden = !this.told;
    this.following.drop();
    this.following.follow("match", {}, (message) => {
      this.fault.textContent = message.error ?? message.fault ?? "";
      if (message.title) this.show(message);
    });
  }

  show(told) {
    this.told = told;
    for (const part of this.later) part.hidden = false;
    this.fault.textContent = "";
    this.heading.textContent = told.title;
    this.progress.max = Math.max(told.total, 1);
    this.progress.value = told.played;
    this.count.textContent = `${told.played} of ${told.total} games`;
    this.facts.replaceChildren(...Object.entries(told.facts).flatMap(([label, text]) => [make("dt", {}, label), make("dd", {}, text)]));
    const ranking = make("tbody", {}, ...told.players.map((player) => row(player)));
    this.table.replaceChildren(...(told.players.length ? [table(["Player", "Points", "Games", "Score", "Elo"], ranking, {class: "ranking"})] : []));
    this.lines.replaceChildren(...told.lines.map((line) => make("li", {}, line)));
    this.games.replaceChildren(...told.games.map((game) => make("li", {},
      make("a", {href: addressOf("analyse", game.place)}, `Game ${game.number}`), ` ${game.names.join(" – ")}: ${game.result}, ${game.reason}`)));
    this.showGame(told.game);
    if (this.heard >= 0 && told.played > this.heard && told.games.length) announce(`Game ${told.games[0].number}: ${told.games[0].result}, ${told.games[0].reason}.`);
    this.heard = told.played;
  }

  showGame(game) {
    if (!game) {
      this.status.textContent = "No game has ended yet; the game that is played is shown if the match runs with -watch.";
      return;
    }
    if (this.game?.name !== game.game) { // the file may hold another match by now
      this.game = this.page.offer.games.find((known) => known.name === game.game);
      this.board = new Board(this.game, () => {});
      this.field.replaceChildren(this.board.element);
    }
    if (game.diagram) this.board.show(game.diagram, []);
    const seats = this.turned ? [...game.seats].reverse() : game.seats;
    this.players.forEach((line, index) => {
      const seat = seats[index];
      line.textContent = seat ? `${seat.thinks ? "▸ " : ""}${seat.side}: ${seat.name}   ${seat.figures}` : "";
      line.classList.toggle("thinks", Boolean(seat?.thinks));
    });
    this.status.textContent = `Game ${game.number}, ply ${game.ply}: ${game.moves.join(" ") || "no move yet"}`;
    this.end.textContent = game.end;
  }

  flip() {
    if (!this.game) return; // no board is shown yet
    this.turned = !this.turned;
    this.board.turn(this.turned);
    this.showGame(this.told.game);
  }
}
