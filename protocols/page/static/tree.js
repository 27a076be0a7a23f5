// The tree of a search. The nodes below another one are requested when the user unfolds that.

import {showRequest} from "./address.js";
import {button, download, labelled, make, refill, section, select} from "./element.js";
import {optionField} from "./fields.js";
import {saveAndLoad} from "./save.js";
import {BOUNDS, inUnit, valueText} from "./score.js";
import {TreeDrawing} from "./tree_drawing.js";
import {GameView} from "./view.js";

const KINDS = {Maximize: ["▲", "largest value is taken"], Minimize: ["▼", "smallest value is taken"], Chance: ["●", "chance: the mean"], Leaf: ["■", "leaf"]};

export class Tree extends GameView {
  constructor(page, place) {
    super(page, place);
    const query = new URLSearchParams(location.search);
    this.search = this.game.searches.includes(query.get("search")) ? query.get("search") : "AlphaBeta"; // which may have no tree
    this.depth = Math.min(page.offer.most.depth, Math.max(1, Math.floor(Number(query.get("depth"))) || 2));
    this.values = {};
    this.nodes = this.asking(); // for the nodes below others
    this.boards = this.asking(); // for the positions of nodes
    this.roots = make("ul", {class: "nodes", "aria-label": "The tree"});
    const host = make("div", {class: "drawing", tabindex: 0, role: "region", "aria-label": "The tree, drawn: arrows move it, + and − zoom, 0 fits it"});
    this.drawing = new TreeDrawing(host, (piece) => this.press(piece));
    const tried = (text, act) => button(text, () => this.attempt(act));
    this.frame = make("div", {hidden: true}, make("div", {class: "row-of"},
      tried("Larger", async () => this.drawing.zoom(1.25)), tried("Smaller", async () => this.drawing.zoom(0.8)), tried("Fit", async () => this.drawing.fit(0)),
      tried("Edit as a tree", () => this.hand()), tried("Save SVG", () => this.save("svg")), tried("Save PNG", () => this.save("png"))), host);
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
      [
        this.board.element, this.status, this.said, this.fault,
        section("Search", labelled("Search", search), labelled("Depth, in decisions", depth), this.opponent),
      ],
      [
        section("Tree",
          make("p", {class: "quiet"}, `Values are${inUnit(this.game)} from the view of ${this.game.seats[0]}. `, ...Object.values(KINDS).map(([sign, text]) => `${sign} ${text}. `), "Thick line: the chosen move. Dashed line: pruned moves. Brackets: the search window. Press a node to unfold it."),
          this.frame,
          make("details", {}, make("summary", {}, "As a list"), this.roots)),
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

  // Prepares the drawing of a node to unfold. above: the moves from the root to the node. A chance node has the same
  // depth as the position before it, and adds no move to `above`: its outcomes do.
  made({node, drawing}, above) {
    drawing.node = node;
    drawing.above = above;
    drawing.known = node.children.length > 0 || !node.more;
    drawing.unfolds = Boolean(node.kind !== "Leaf" && (node.more || node.children.length || node.pruned.length));
    const attach = (piece) => {
      const child = node.children.find(({move}) => move === piece.move);
      if (piece.more) {
        piece.unfolds = true;
        piece.below.forEach(attach);
      } else if (child) this.made({node: child, drawing: piece}, child.depth > node.depth ? [...above, child.move] : above);
    };
    drawing.below.forEach(attach);
    return drawing;
  }

  async ask(fields) {
    const {search, depth, values, shown} = this;
    const answer = await this.nodes.ask("tree", {place: shown.place, search, depth, options: values, ...fields});
    this.scale = answer.scale; // of its values
    return answer;
  }

  async grow() {
    if (!this.shown.position) return; // the tree grows as soon as there is one
    this.nodes.drop();
    this.boards.drop();
    this.lookAt([], this.shown.position);
    showRequest("tree", this.shown.place, {search: this.search, depth: this.depth});
    this.frame.hidden = true;
    this.roots.replaceChildren(make("li", {}, "…"));
    await this.attempt(async () => {
      const answer = await this.ask({}).finally(() => this.roots.replaceChildren());
      this.root = this.made(answer, []);
      this.root.open = true;
      this.frame.hidden = false;
      this.drawing.begin(this.root, answer.symbols);
      this.list();
    });
  }

  // Unfolds a node, or folds it.
  async unfold(piece) {
    if (piece.asked) return;
    if (!piece.open && !piece.more && !piece.known) {
      piece.asked = true;
      const {node, above} = piece;
      await this.attempt(async () => {
        const {below, node: found} = this.made(await this.ask({above, low: node.low, high: node.high}), above);
        Object.assign(piece, {below, known: true, node: {...node, children: found.children, pruned: found.pruned}});
      });
      piece.asked = false;
      if (!piece.known) return;
    }
    piece.open = !piece.open;
    this.drawing.draw();
    this.list();
  }

  press(piece) {
    if (piece.above) this.look(piece.above);
    if (piece.unfolds) this.unfold(piece);
  }

  list() {
    refill(this.roots, this.item(this.root));
  }

  item(piece) {
    const {node, edge} = piece;
    if (!node && !piece.more) return make("li", {}, make("span", {class: "cut"}, piece.text));
    const fold = piece.unfolds ? button(piece.open ? "−" : "+", () => this.unfold(piece),
      {class: "fold", "aria-expanded": String(Boolean(piece.open)), "aria-label": `Unfold ${piece.more ? piece.text : node.text || "the root"}`}) : null;
    const label = piece.more ? make("span", {}, piece.text) : button(this.written(node), () => this.look(piece.above), {class: "node", title: KINDS[node.kind][1]});
    const below = piece.open && !piece.more ? make("ul", {}, ...this.drawing.below(piece).map((each) => this.item(each))) : null;
    return make("li", {class: edge === "best" ? "best" : ""}, fold, " ", label, below);
  }

  written(node) {
    const text = (value, none) => value === null ? none : valueText(value, this.scale);
    const window = node.kind === "Leaf" || this.search !== "AlphaBeta" ? "" : ` [${text(node.low, "−∞")}, ${text(node.high, "∞")}]`;
    const chance = node.chance === null ? "" : ` (${(100 * node.chance).toFixed(1)} %)`;
    return `${node.text || "root"}${chance} ${KINDS[node.kind][0]} ${BOUNDS[node.bound]}${text(node.value)}${window}`;
  }

  // Opens the tree in the tree editor.
  async hand() {
    const {text} = await this.ask({written: true});
    await this.page.open("tree-editor", this.shown.place, {text});
  }

  async save(kind) {
    download(`tree.${kind}`, await this.drawing.picture(kind));
  }

  look(moves) {
    return this.attempt(async () => {
      const answer = await this.boards.askAnew("position", {place: {...this.shown.place, moves: [...this.shown.place.moves, ...moves]}});
      this.lookAt(answer.texts.slice(this.shown.place.moves.length), answer.position);
    });
  }
}
