// The start of the page: the connection, the view that the address names, and the chosen game.

import {readRequest, showRequest, unknownIn} from "./address.js";
import {Analyse} from "./analyse.js";
import {Connection} from "./connection.js";
import {Edit} from "./edit.js";
import {make} from "./element.js";
import {listen} from "./keys.js";
import {MatchView} from "./match.js";
import {Play} from "./play.js";
import {Review} from "./review.js";
import {TourView} from "./tour.js";
import {Tree} from "./tree.js";
import {TreeEditorView} from "./tree_editor_view.js";

const VIEWS = {play: Play, analyse: Analyse, review: Review, tree: Tree, edit: Edit, tour: TourView, match: MatchView, "tree-editor": TreeEditorView};
const OF_NO_GAME = ["match", "tree-editor"]; // views in which no game is chosen

class Page {
  constructor() {
    this.offer = null;
    this.view = document.getElementById("view");
    this.said = document.getElementById("connection");
    this.connected = null;
    this.connection = new Connection((offer) => this.begin(offer), (fault) => this.changed(fault));
  }

  // Called with the server's offer. After a reconnection, the offer is the same, and is ignored.
  begin(offer) {
    if (this.offer) return;
    this.offer = offer;
    this.chosen = document.getElementById("game");
    for (const game of offer.games) this.chosen.append(make("option", {value: game.name}, game.title));
    this.chosen.addEventListener("change", () => this.open(this.name, {game: this.chosen.value, rules: {}, fen: "", moves: []}));
    const name = location.pathname.slice(1) || "play";
    document.querySelector('[data-view="match"]').hidden = !offer.match;
    for (const link of document.querySelectorAll("[data-view]")) {
      link.addEventListener("click", (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
        event.preventDefault();
        history.pushState(null, "", link.href);
        this.open(link.dataset.view, readRequest(offer));
      });
    }
    addEventListener("popstate", () => this.open(location.pathname.slice(1) || "play", readRequest(offer)));
    listen(() => this.view.inert ? null : this.shown);
    const unknown = unknownIn(offer, name);
    this.open(name, readRequest(offer)).then(() => {
      if (unknown && !this.shown.fault.textContent) this.shown.fault.textContent = unknown;
    });
  }

  // about: what else the view needs, such as the names of the players.
  async open(name, place, about) {
    this.shown?.close();
    this.name = name;
    this.chosen.value = place.game;
    this.chosen.parentElement.hidden = OF_NO_GAME.includes(name);
    for (const link of document.querySelectorAll("[data-view]")) {
      if (link.dataset.view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.shown = new VIEWS[name](this, place, about);
    if (!OF_NO_GAME.includes(name) && name !== "tour") showRequest(name, place);
    await this.settle(this.shown.start());
  }

  // Keeps a view inert until it has a position.
  async settle(starting) {
    const {shown} = this;
    const settled = () => shown.shown?.position !== null;
    this.view.inert = !settled();
    await starting;
    if (shown === this.shown) this.view.inert = !settled();
  }

  // Called when a view has a position, even if it still waits for something else.
  ready(shown) {
    if (shown === this.shown) this.view.inert = false;
  }

  changed(fault) {
    const again = this.connected === false && !fault;
    this.connected = !fault;
    this.said.hidden = !fault;
    this.said.textContent = fault;
    if (again && this.shown) this.settle(this.shown.reconnected());
  }
}

new Page();
