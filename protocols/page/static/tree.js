// The tree that a search walks: each node is made when somebody unfolds it.

import {showRequest} from "./address.js";
import {button, labelled, make, section, select} from "./element.js";
import {optionField} from "./fields.js";
import {saveAndLoad} from "./save.js";
import {BOUNDS, inUnit, valueText} from "./score.js";
import {GameView} from "./view.js";

const KINDS = {Maximize: ["▲", "largest value is taken"], Minimize: ["▼", "smallest value is taken"], Chance: ["●", "chance: the mean"], Leaf: ["■", "leaf"]};

export class Tree extends GameView {
  constructor(page, place) {
    super(page, place);
    const query = new URLSearchParams(location.search);
    this.search = this.game.searches.includes(query.get("search")) ? query.get("search") : "AlphaBeta"; // which may have no tree
    this.depth = Math.min(page.offer.most.depth, Math.max(1, Math.floor(Number(query.get("depth"))) || 2));
    this.values = {};
    this.nodes = this.asking(); // for what is below them
    this.boards = this.asking(); // for what is shown of a node
    this.roots = make("ul", {class: "tree", "aria-label": "The tree"});
    const searches = [...new Set([...page.offer.trees, ...this.game.searches])];
    const own = this.game.options.filter((option) => ["Opponent", "OpponentTemperature", "OpponentBlunder", "OpponentElo", "Evaluation"].includes(option.name));
    const field = (option) => optionField(option, this.values, () => this.grow());
    this.opponent = make("div");
    this.drawOptions = () => this.opponent.replaceChildren(...own.filter((option) => option.readers.includes(this.search)).map(field));
    this.drawOptions();
    const search = select(searches.map((name) => [name, name]), this.search, (name) => {
      this.search = name;
      this.drawOptions();
      this.grow();
    });
    const depth = make("input", {type: "number", min: 1, max: page.offer.most.depth, required: true, value: this.depth, onchange: () => {
      if (!depth.reportValidity()) return;
      this.depth = Number(depth.value);
      this.grow();
    }});
    this.layout(
      [this.board.element, this.status, this.said, this.fault],
      [
        section("Search", labelled("Search", search), labelled("Depth, in decisions", depth), this.opponent),
        section("Tree",
          make("p", {class: "quiet"}, `Values are${inUnit(this.game)} from the view of ${this.game.seats[0]}. `, ...Object.values(KINDS).map(([sign, text]) => `${sign} ${text}. `), "Brackets: the window it was searched with. Dashed: cut, never searched."),
          this.roots),
        saveAndLoad(this.shown, (found) => this.page.open("tree", found), () => []),
      ],
      make("h1", {class: "unseen"}, `Tree of ${this.game.title}`));
  }

  get mayMove() {
    return false;
  }

  draw() {
    document.title = `Tree of ${this.game.title} – Oddsfish`;
    this.grow();
  }

  lookAt(texts, position) {
    this.board.show(position.diagram, []);
    this.say(position);
    if (texts.length) this.status.textContent = `After ${texts.join(" ")}`;
  }

  async ask(fields) {
    const {search, depth, values, shown} = this;
    const answer = await this.nodes.ask("tree", {place: shown.place, search, depth, options: values, ...fields});
    this.scale = answer.scale; // of its values
    return answer.node;
  }

  async grow() {
    if (!this.shown.position) return; // it grows as soon as that is known
    this.nodes.drop();
    this.boards.drop();
    this.lookAt([], this.shown.position);
    showRequest("tree", this.shown.place, {search: this.search, depth: this.depth});
    this.roots.replaceChildren(make("li", {}, "…"));
    await this.attempt(async () => {
      const node = await this.ask({}).finally(() => this.roots.replaceChildren());
      this.roots.append(this.item(node, [], null));
      this.roots.querySelector("button.fold")?.click();
    });
  }

  // A node with what is below it: `above` leads from the root to it, itself included. A move that chance decides stands at the
  // depth of the position it is played in, and is none itself: its outcomes lead on.
  item(node, above, parent) {
    const [sign, meaning] = KINDS[node.kind];
    const text = (value, none) => value === null ? none : valueText(value, this.scale);
    const window = node.kind === "Leaf" || this.search !== "AlphaBeta" ? "" : ` [${text(node.low, "−∞")}, ${text(node.high, "∞")}]`;
    const chance = node.chance === null ? "" : ` (${(100 * node.chance).toFixed(1)} %)`;
    const name = node.text || "root";
    const said = `${name}${chance} ${sign} ${BOUNDS[node.bound]}${text(node.value)}${window}`;
    const label = button(said, () => this.look(above), {class: "node", title: meaning});
    const inner = node.kind !== "Leaf" && (node.more || node.children.length || node.pruned.length);
    const best = parent && node.value === parent.value && ["Maximize", "Minimize"].includes(parent.kind) && !parent.chosen;
    if (best) parent.chosen = true;
    const item = (...parts) => make("li", {class: best ? "best" : ""}, ...parts);
    if (!inner) return item(label);
    const below = make("ul", {hidden: true});
    let made = node.children.length > 0 || !node.more;
    const fill = (found) => {
      below.replaceChildren(...found.children.map((child) => this.item(child, child.depth > found.depth ? [...above, child.move] : above, found)),
        ...(found.pruned.length ? [make("li", {}, make("span", {class: "cut"}, `cut: ${found.pruned.join(" ")}`))] : []));
    };
    if (made) fill(node);
    const fold = button("+", async () => {
      const open = below.hidden;
      if (open && !made) {
        await this.attempt(async () => {
          fill(await this.ask({above, low: node.low, high: node.high}));
          made = true;
        });
        if (!made) return;
      }
      below.hidden = !open;
      fold.textContent = open ? "−" : "+";
      fold.setAttribute("aria-expanded", String(open));
    }, {class: "fold", "aria-expanded": "false", "aria-label": `Unfold ${node.text || "the root"}`});
    return item(fold, " ", label, below);
  }

  look(moves) {
    return this.attempt(async () => {
      const answer = await this.boards.askAnew("position", {place: {...this.shown.place, moves: [...this.shown.place.moves, ...moves]}});
      this.lookAt(answer.texts.slice(this.shown.place.moves.length), answer.position);
    });
  }
}
