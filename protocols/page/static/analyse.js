// Analyse: up to four searches side by side on one position, live.

import {showRequest} from "./address.js";
import {Board} from "./board.js";
import {button, make, section} from "./element.js";
import {Panel} from "./panel.js";
import {saveAndLoad} from "./save.js";
import {GameView} from "./view.js";

const MOST = 4;

export class Analyse extends GameView {
  constructor(page, place) {
    super(page, place);
    const {game} = this;
    const wanted = new URLSearchParams(location.search).get("searches")?.split("~") ?? [];
    const known = wanted.filter((name) => game.searches.includes(name)).slice(0, MOST);
    this.chosen = known.length > 0; // by the user; otherwise the panel takes the strongest search for the position
    this.leading = this.asking(); // for the position after a line
    this.panels = (known.length ? known : [game.strongest]).map((name) => new Panel(this, name));
    [this.active] = this.panels;
    this.verdict = make("p", {class: "verdict", role: "status"});
    this.why = make("p", {class: "quiet"});
    this.preview = make("div", {class: "preview"});
    this.columns = make("div", {class: "panels"});
    this.add = button("Another search", () => this.addPanel());
    const {workers, cores} = page.offer;
    const shared = `At most ${workers} searches run at once, on ${cores} ${cores === 1 ? "core" : "cores"}; others wait.`;
    this.layout(
      [this.board.element, this.status, this.said, this.odds, this.choices, this.form, this.fault, this.preview],
      [
        this.verdict, this.why, this.columns,
        make("div", {class: "row-of"}, this.add,
          button("Start all", () => this.panels.forEach((panel) => panel.begin())),
          button("Stop all", () => this.panels.forEach((panel) => panel.stop())),
          this.flipButton,
          make("span", {class: "quiet"}, shared)),
        section("Game", this.history, this.rules),
        saveAndLoad(this.shown, (found) => this.page.open("analyse", found), () => []),
      ],
      make("h1", {class: "unseen"}, `Analyse ${game.title}`));
    this.drawPanels();
  }

  drawPanels() {
    this.columns.replaceChildren(...this.panels.map((panel) => panel.element));
    this.add.disabled = this.panels.length >= MOST;
    this.note();
  }

  note() {
    if (this.shown.position) showRequest("analyse", this.shown.place, {searches: this.chosen ? this.panels.map((panel) => panel.search).join("~") : ""});
  }

  draw() {
    const {position} = this.shown;
    this.note();
    this.leading.drop();
    this.wanted = ""; // the line that leads to the position in the preview
    this.preview.replaceChildren();
    this.drawPosition();
    document.title = `Analysis of ${this.game.title} – Oddsfish`;
    if (!this.chosen && position.strongest && this.panels[0].search !== position.strongest) this.panels[0].become(position.strongest);
    for (const panel of this.panels) panel.renew();
    this.compare();
  }

  flip() {
    super.flip();
    this.annotate();
  }

  annotate() {
    this.told(this.active);
  }

  addPanel() {
    this.chosen = true;
    const used = this.panels.map((panel) => panel.search);
    const name = ["Expectimax", "AlphaBeta", ...this.game.searches].find((known) => this.game.searches.includes(known) && !used.includes(known));
    const panel = new Panel(this, name ?? this.game.strongest);
    this.panels.push(panel);
    this.drawPanels();
    panel.begin();
    panel.choose.focus();
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

  // Called when a panel has news of its search.
  told(panel) {
    if (panel === this.active) this.board.annotate(panel.notes());
    this.compare();
  }

  // Says whether the searches choose the same move. If not, quotes the scores that each gives to the chosen moves.
  compare() {
    const found = this.panels.filter((panel) => panel.best);
    const byMove = new Map();
    for (const panel of found) byMove.set(panel.best.text, [...byMove.get(panel.best.text) ?? [], panel.name]);
    const and = (names) => names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
    const parts = [...byMove].map(([move, names]) => `${and(names)} ${names.length > 1 ? "choose" : "chooses"} ${move}`);
    const text = found.length < 2 ? "" : byMove.size === 1 ? `All choose ${[...byMove.keys()][0]}.` : `They differ: ${parts.join("; ")}.`;
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
    this.why.textContent = byMove.size > 1 ? found.map((panel) => panel.reason([...byMove.keys()])).join(" ") : "";
  }

  // Shows the position after a line.
  async lead(line) {
    if (this.chancy) return; // a line does not lead to a single position
    const wanted = line.pv.join(" ");
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    const place = {...this.shown.place, moves: [...this.shown.place.moves, ...line.pv]};
    try {
      const answer = await this.leading.askAnew("position", {place});
      const board = new Board(this.game, () => {});
      board.turned = this.board.turned;
      board.show(answer.position.diagram, []);
      board.element.inert = true;
      this.preview.replaceChildren(make("p", {class: "quiet"}, `After ${line.spelled.join(" ")}${line.pv.length > line.spelled.length ? " …" : ""}`), board.element);
    } catch {
      this.preview.replaceChildren(); // a line that ends with a chance event has no single position
    }
  }

  // Whether some move has chance outcomes.
  get chancy() {
    return Boolean(this.shown.position?.moves.some((move) => move.odds.length));
  }

  close() {
    super.close();
    for (const panel of this.panels) panel.close();
  }
}
