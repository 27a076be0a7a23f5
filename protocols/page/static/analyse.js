// Analyse: up to four searches side by side on one position, live.

import {showPlace} from "./address.js";
import {Board} from "./board.js";
import {Asking} from "./connection.js";
import {make, refill} from "./element.js";
import {chooser, ruleFields} from "./fields.js";
import {GameShown} from "./game.js";
import {moveList, oddsText, walkButtons} from "./moves.js";
import {Panel} from "./panel.js";
import {saveAndLoad} from "./save.js";

const MOST = 4;

export class Analyse {
  constructor(page, place) {
    this.page = page;
    this.shown = new GameShown(page.connection, page.offer, place, () => this.draw());
    const {game} = this.shown;
    this.board = new Board(game, (moves) => this.pointed(moves));
    const wanted = new URLSearchParams(location.search).get("searches")?.split("~") ?? [];
    const known = wanted.filter((name) => game.searches.includes(name)).slice(0, MOST);
    this.chosen = known.length > 0; // by somebody: else the strongest search for the position is shown
    this.leading = new Asking(page.connection); // for where a line leads
    this.panels = (known.length ? known : [game.strongest]).map((name) => new Panel(this, name));
    [this.active] = this.panels;
    this.layout();
  }

  get game() {
    return this.shown.game;
  }

  layout() {
    const {game} = this;
    this.status = make("p", {class: "status"});
    this.said = make("div", {class: "said"});
    this.odds = make("p", {class: "odds quiet"});
    this.choices = make("div", {class: "choices", role: "group", "aria-label": "Moves to choose from"});
    this.fault = make("p", {class: "fault", role: "alert"});
    this.history = make("div");
    this.verdict = make("p", {class: "verdict", role: "status"});
    this.preview = make("div", {class: "preview"});
    this.flipButton = make("button", {type: "button", onclick: () => this.flip()}, "Flip");
    this.columns = make("div", {class: "panels"});
    this.add = make("button", {type: "button", onclick: () => this.addPanel()}, "Another search");
    this.typed = make("input", {type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": `Type ${game.moves}`, placeholder: game.moves});
    const form = make("form", {class: "type", onsubmit: (event) => this.type(event)}, this.typed, make("button", {}, "Move"));
    const {workers, cores} = this.page.offer;
    const shared = `At most ${workers} searches run at once, on ${cores} ${cores === 1 ? "core" : "cores"}; others wait.`;
    this.page.view.replaceChildren(make("h1", {class: "unseen"}, `Analyse ${game.title}`), make("div", {class: "table"},
      make("div", {class: "left"}, this.board.element, this.status, this.said, this.odds, this.choices, form, this.fault, this.preview),
      make("div", {class: "right"}, this.verdict, this.columns,
        make("div", {class: "row-of"}, this.add,
          make("button", {type: "button", onclick: () => this.startAll()}, "Start all"),
          make("button", {type: "button", onclick: () => this.stopAll()}, "Stop all"),
          this.flipButton,
          make("span", {class: "quiet"}, shared)),
        make("section", {}, make("h2", {}, "Game"), this.history,
          ruleFields(game, this.shown.begin.rules, (rules) => this.attempt(() => this.anew({...this.shown.begin, rules})))),
        saveAndLoad(this.shown, (found) => this.page.open("analyse", found), () => []))));
    this.drawPanels();
  }

  drawPanels() {
    this.columns.replaceChildren(...this.panels.map((panel) => panel.element));
    this.add.disabled = this.panels.length >= MOST;
    this.note();
  }

  note() {
    if (this.shown.position) showPlace("analyse", this.shown.place, {searches: this.chosen ? this.panels.map((panel) => panel.search).join("~") : ""});
  }

  async start() {
    await this.attempt(() => this.shown.start());
  }

  async reconnected() {
    await this.start();
  }

  async attempt(act) {
    try {
      this.fault.textContent = "";
      await act();
    } catch (error) {
      this.fault.textContent = error.message;
    }
  }

  draw() {
    const {shown} = this, {position} = shown;
    this.note();
    this.board.show(position.diagram, position.moves);
    this.board.annotate([]);
    this.flipButton.hidden = !position.diagram.turns;
    this.leading.drop();
    this.wanted = ""; // the line that leads to the position in the preview
    this.preview.replaceChildren();
    this.status.textContent = position.diagram.status || (position.over ? position.ending : "");
    this.said.replaceChildren(...position.diagram.said.map((text) => make("p", {}, text)));
    this.odds.textContent = oddsText(position.moves);
    refill(this.choices, ...position.moves.filter((move) => !move.cells.length).map((move) => make("button", {type: "button", onclick: () => this.move(move.move)}, move.text)));
    const go = (count) => this.attempt(() => shown.show(count));
    refill(this.history, walkButtons(shown, go), moveList(shown, go));
    document.title = `Analysis of ${this.game.title} – Oddsfish`;
    if (!this.chosen && position.strongest && this.panels[0].search !== position.strongest) this.replacePanel(position.strongest);
    for (const panel of this.panels) panel.renew();
    this.compare();
  }

  pointed(moves) {
    if (moves.length === 1) return this.move(moves[0].move);
    return chooser(this.choices, moves, (move) => this.move(move.move), () => this.draw());
  }

  async type(event) {
    event.preventDefault();
    const text = this.typed.value.trim();
    this.typed.value = "";
    if (text) await this.move(text);
  }

  move(text) {
    return this.attempt(async () => { await this.shown.play(text); });
  }

  async anew(place) {
    await this.shown.anew(place);
  }

  flip() {
    this.board.turn(!this.board.turned);
    this.board.show(this.shown.position.diagram, this.shown.position.moves);
    this.told(this.active);
  }

  // The one panel that nobody has chosen.
  replacePanel(search) {
    this.panels[0].close();
    this.panels = [new Panel(this, search)];
    [this.active] = this.panels;
    this.drawPanels();
  }

  addPanel() {
    this.chosen = true;
    const used = this.panels.map((panel) => panel.search);
    const name = ["Expectimax", "AlphaBeta", ...this.game.searches].find((known) => this.game.searches.includes(known) && !used.includes(known));
    const panel = new Panel(this, name ?? this.game.strongest);
    this.panels.push(panel);
    this.drawPanels();
    panel.begin();
    panel.focus();
  }

  removePanel(panel) {
    panel.close();
    this.panels = this.panels.filter((other) => other !== panel);
    if (this.active === panel) this.activate(this.panels[0]);
    this.drawPanels();
    this.compare();
  }

  activate(panel) {
    this.active = panel;
    for (const other of this.panels) other.mark(other === panel);
    this.told(panel);
  }

  startAll() {
    for (const panel of this.panels) panel.begin();
  }

  stopAll() {
    for (const panel of this.panels) panel.stop();
  }

  // A panel has heard something new.
  told(panel) {
    if (panel && panel === this.active) this.board.annotate(panel.notes());
    this.compare();
  }

  // Where the choices differ, it is said in a sentence.
  compare() {
    const found = this.panels.filter((panel) => panel.best);
    if (found.length < 2) {
      this.verdict.textContent = "";
      return;
    }
    const byMove = new Map();
    for (const panel of found) byMove.set(panel.best.text, [...byMove.get(panel.best.text) ?? [], panel.name]);
    const and = (names) => names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
    const parts = [...byMove].map(([move, names]) => `${and(names)} ${names.length > 1 ? "choose" : "chooses"} ${move}`);
    const text = byMove.size === 1 ? `All choose ${[...byMove.keys()][0]}.` : `They differ: ${parts.join("; ")}.`;
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
  }

  // Shows where a line leads.
  async lead(line) {
    if (this.chancy) return; // a line has no one position to lead to
    const wanted = line.pv.join(" ");
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    const place = {...this.shown.place, moves: [...this.shown.place.moves, ...line.pv]};
    try {
      const answer = await this.leading.askAnew("position", {place});
      const board = new Board(this.game, () => {});
      board.turned = this.board.turned;
      board.show(answer.position.diagram, []);
      board.element.classList.add("small");
      board.element.inert = true;
      this.preview.replaceChildren(make("p", {class: "quiet"}, `After ${line.spelled.join(" ")}${line.pv.length > line.spelled.length ? " …" : ""}`), board.element);
    } catch {
      this.preview.replaceChildren(); // a line that chance ends has no one position to show
    }
  }

  // Whether chance decides what becomes of a move.
  get chancy() {
    return Boolean(this.shown.position?.moves.some((move) => move.odds.length));
  }

  close() {
    this.shown.close();
    this.leading.close();
    for (const panel of this.panels) panel.close();
  }
}
