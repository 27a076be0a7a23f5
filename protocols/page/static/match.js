// A match watched: how it stands, and the game that is played, as its result file tells.

import {addressOf} from "./address.js";
import {Board} from "./board.js";
import {Asking} from "./connection.js";
import {announce, button, make} from "./element.js";

export class MatchView {
  constructor(page) {
    this.page = page;
    this.board = null;
    this.following = new Asking(page.connection);
    this.turned = false;
    this.heard = -1; // games of which the end has been announced
    this.heading = make("h1", {}, "A match watched");
    this.fault = make("p", {class: "fault", role: "alert"});
    this.progress = make("progress", {max: 1, value: 0, "aria-label": "Games that have been played"});
    this.count = make("span", {});
    this.field = make("div");
    this.players = [make("p", {class: "player"}), make("p", {class: "player"})];
    this.moves = make("p", {class: "status"});
    this.end = make("p", {class: "verdict"});
    this.facts = make("dl", {class: "facts"});
    this.table = make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Players"});
    this.lines = make("ul", {class: "plain"});
    this.games = make("ul", {class: "plain"});
    this.page.view.replaceChildren(make("div", {class: "table"},
      make("div", {class: "left"}, this.players[1], this.field, this.players[0], this.moves, this.end,
        button("Flip", () => this.flip())),
      make("div", {class: "right"},
        make("section", {}, this.heading, make("div", {class: "row-of"}, this.progress, this.count), this.fault, this.table, this.facts),
        make("section", {}, make("h2", {}, "How games ended"), this.lines),
        make("section", {}, make("h2", {}, "The last games"), this.games))));
  }

  start() {
    document.title = "A match – Oddsfish";
    history.replaceState(null, "", "/match");
    this.following.drop();
    this.following.follow("match", {}, (message) => {
      this.fault.textContent = message.error ?? message.fault ?? "";
      if (message.title) this.show(message);
    });
  }

  reconnected() {
    this.start();
  }

  show(told) {
    this.told = told;
    this.fault.textContent = "";
    this.heading.textContent = told.title;
    this.progress.max = Math.max(told.total, 1);
    this.progress.value = told.played;
    this.count.textContent = `${told.played} of ${told.total} games`;
    this.facts.replaceChildren(...Object.entries(told.facts).flatMap(([label, text]) => [make("dt", {}, label), make("dd", {}, text)]));
    const cells = (name, texts, attributes = {}) => make("tr", {}, ...texts.map((text) => make(name, attributes, text)));
    this.table.replaceChildren(...(told.players.length ? [make("table", {class: "ranking"},
      make("thead", {}, cells("th", ["Player", "Points", "Games", "Score", "Elo"], {scope: "col"})), make("tbody", {}, ...told.players.map((player) => cells("td", player))))] : []));
    this.lines.replaceChildren(...told.lines.map((line) => make("li", {}, line)));
    this.games.replaceChildren(...told.games.map((game) => make("li", {},
      make("a", {href: addressOf("analyse", game.place)}, `Game ${game.number}`), ` ${game.names.join(" – ")}: ${game.result}, ${game.reason}`)));
    this.showGame(told.game);
    if (this.heard >= 0 && told.played > this.heard && told.games.length) announce(`Game ${told.games[0].number}: ${told.games[0].result}, ${told.games[0].reason}.`);
    this.heard = told.played;
  }

  showGame(game) {
    if (!game) {
      this.moves.textContent = "No game has ended yet; the game that is played is shown if the match runs with -watch.";
      return;
    }
    if (this.board?.game.name !== game.game) { // the file may hold another match by now
      this.board = new Board(this.page.offer.games.find((known) => known.name === game.game), () => {});
      this.field.replaceChildren(this.board.element);
    }
    if (game.diagram) this.board.show(game.diagram, []);
    const seats = this.turned ? [...game.seats].reverse() : game.seats;
    this.players.forEach((line, index) => {
      const seat = seats[index];
      line.textContent = seat ? `${seat.thinks ? "▸ " : ""}${seat.side}: ${seat.name}   ${seat.figures}` : "";
      line.classList.toggle("thinks", Boolean(seat?.thinks));
    });
    this.moves.textContent = `Game ${game.number}, ply ${game.ply}: ${game.moves.join(" ") || "no move yet"}`;
    this.end.textContent = game.end;
  }

  flip() {
    if (!this.board) return;
    this.turned = !this.turned;
    this.board.turn(this.turned);
    this.showGame(this.told.game);
  }

  close() {
    this.following.close();
  }
}
