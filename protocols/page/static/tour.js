// A guided tour: positions of a game, each with an explanation and with searches that run when it is shown.

import {addressOf, showRequest} from "./address.js";
import {announce, button, labelled, make, row, section, select, table} from "./element.js";
import {byWeight, countText, inUnit, knownOf, scoreText, shortScore, valueText} from "./score.js";
import {View} from "./view.js";

const SHOWN = 6; // moves of a search, or replies to a move

export class TourView extends View {
  constructor(page, place) {
    const query = new URLSearchParams(location.search);
    const known = page.offer.games.flatMap((game) => game.tours.map((tour) => ({game, tour})));
    const asked = known.find(({game, tour}) => game.name === place.game && tour.name === query.get("tour"));
    const {game, tour} = asked ?? known.find((one) => one.game.name === place.game) ?? known[0];
    super(page, game);
    page.chosen.value = game.name;
    this.tour = tour;
    this.step = Math.min(tour.steps.length, Math.max(1, Math.floor(Number(asked ? query.get("step") : 1)) || 1)) - 1;
    this.showing = this.asking(); // for the position and the searches of the step
    const name = (one) => `${one.game.name}~${one.tour.name}`;
    this.choose = select(known.map((one) => [name(one), `${one.game.title}: ${one.tour.title}`]), name({game, tour}),
      (chosen) => this.open(known.find((one) => name(one) === chosen)));
    this.heading = make("h1", {tabindex: "-1"});
    this.text = make("p", {});
    this.looks = make("div", {class: "panels"});
    this.links = make("p", {});
    this.back = button("Back", () => this.go(this.step - 1));
    this.next = button("Next", () => this.go(this.step + 1));
    this.count = make("span", {class: "quiet"});
    this.layout([this.board.element, this.status, this.said, this.fault], [
      labelled("Tour", this.choose),
      make("section", {}, this.heading, this.text, make("div", {class: "row-of"}, this.back, this.next, this.count), this.links),
      this.looks,
    ]);
  }

  open({game, tour}) {
    const place = {game: game.name, rules: {}, fen: "", moves: []};
    history.pushState(null, "", `${addressOf("tour", place)}&tour=${tour.name}`);
    this.page.open("tour", place);
  }

  start() {
    return this.show();
  }

  async go(step) {
    this.step = step;
    await this.show();
    this.heading.focus({preventScroll: true});
    announce(`${this.heading.textContent}. ${this.text.textContent}`);
  }

  get place() {
    const {game, tour} = this;
    return {game: game.name, rules: tour.rules, fen: tour.fen, moves: [...tour.steps[this.step].moves]};
  }

  async show() {
    this.showing.drop();
    const {tour, step, place} = this, here = tour.steps[step];
    showRequest("tour", {game: place.game, rules: {}, fen: "", moves: []}, {tour: tour.name, step: step + 1});
    this.heading.textContent = here.title;
    this.text.textContent = here.text;
    this.count.textContent = `Step ${step + 1} of ${tour.steps.length}`;
    this.back.disabled = step === 0;
    this.next.disabled = step + 1 === tour.steps.length;
    const link = (view, text) => make("a", {href: addressOf(view, place)}, text);
    this.links.replaceChildren("Open this position: ", link("play", "play on"), " · ", link("analyse", "analyse"), " · ", link("tree", "see the tree"));
    if (here.tree) this.links.append(" · ", make("a", {href: `/tree-editor#${new URLSearchParams({tree: here.tree, search: here.search})}`}, "step through a small tree"));
    this.looks.replaceChildren();
    document.title = `${here.title} – Oddsfish`;
    await this.attempt(async () => {
      const {position} = await this.showing.ask("position", {place});
      this.position = position;
      this.board.show(position.diagram, []);
      this.board.annotate([]);
      this.say(position);
      this.looks.replaceChildren(...here.looks.map((look, index) => this.panel(look, index)));
    });
  }

  panel(look, index) {
    const others = Object.keys(look.rules).length > 0; // with which the moves so far may be illegal
    const place = others ? {game: this.game.name, rules: {...this.tour.rules, ...look.rules}, fen: this.position.fen, moves: []} : this.place;
    const model = look.options.Opponent ? ` (opponent: ${look.options.Opponent})` : "";
    const without = Object.entries(look.rules).map(([name, value]) => ` (${name} ${value})`).join("");
    const own = Object.entries(look.options).filter(([name]) => !name.startsWith("Opponent") && name !== "MultiPV").map(([name, value]) => `, ${name} ${value}`).join("");
    const line = make("p", {class: "quiet"}, "…");
    const rows = make("tbody");
    const heads = look.after ? ["Reply", "Likely", "Worth"] : ["Move", `Score${inUnit(this.game)}`];
    const fill = (found, all) => rows.replaceChildren(
      ...found.map((cells) => row(cells)),
      ...(all > found.length ? [make("tr", {}, make("td", {colspan: heads.length, class: "quiet"}, `and ${all - found.length} more`))] : []));
    const element = section(`${look.search}${model}${without}, ${look.depth} plies${own}`, line, table(heads, rows));
    element.classList.add("panel");
    if (look.after) {
      this.showing.follow("tree", {place, search: look.search, depth: look.depth, options: look.options, above: [look.after]}, (message) => {
        if (message.error) line.textContent = message.error;
        if (!message.node) return;
        const replies = byWeight(message.node);
        line.textContent = `${message.node.children.length} replies to ${this.position.moves.find((move) => move.move === look.after).text}; those that move the mean most, as ${this.game.seats[0]} sees them${inUnit(this.game)}:`;
        fill(replies.slice(0, SHOWN).map((reply) => [reply.text, `${(100 * reply.chance).toFixed(1)} %`, valueText(reply.value, message.scale)]), replies.length);
      });
      return element;
    }
    const options = {MultiPV: String(this.page.offer.most.lines), ...look.options, Search: look.search};
    this.showing.follow("search", {place, options, limits: {depth: look.depth}}, (message) => {
      if (message.error) line.textContent = message.error;
      if (message.waiting) line.textContent = "It waits until another search has ended.";
      if (!message.lines) return;
      const lines = knownOf(message.lines);
      if (!lines.length) return;
      line.textContent = `${message.done ? "Chooses" : "So far"} ${lines[0].text}, ${scoreText(lines[0].score)}: ${countText(message.nodes)} nodes, depth ${message.depth}.`;
      fill(lines.slice(0, SHOWN).map((one) => [one.text, scoreText(one.score)]), lines.length);
      if (index === 0) {
        const byName = new Map(this.position.moves.map((move) => [move.move, move]));
        this.board.annotate(lines.slice(0, 2).filter((one) => byName.has(one.move)).map((one, rank) => ({move: byName.get(one.move), text: shortScore(one.score, this.game), kind: rank ? "good" : "best"})));
      }
    });
    return element;
  }
}
