// The panel of one search in Analyse: its settings and its results.

import {Asking} from "./connection.js";
import {button, labelled, make, row, scrolled, select, table} from "./element.js";
import {optionField} from "./fields.js";
import {byWeight, countText, inUnit, knownOf, scoreText, share, shortScore, sumText, valueText} from "./score.js";

const LIMITS = [["", "until stopped"], ["depth 1", "depth 1"], ["depth 2", "depth 2"], ["depth 3", "depth 3"], ["depth 4", "depth 4"], ["depth 6", "depth 6"], ["depth 8", "depth 8"], ["movetime 1000", "1 s"], ["movetime 10000", "10 s"]];
const MOST_REPLIES = 12; // the most that are shown
const LEAST_WEIGHED = 2, MOST_WEIGHED = 3; // plies of the tree that weighs replies: it is built in plain Python
const FEW = 10; // moves: up to so many are all shown, unless the user chooses fewer
const SLIDERS = {OpponentTemperature: "softmax", OpponentBlunder: "blunder", OpponentElo: "human"}; // options, and the model of the opponent that reads each
const QUIET = new Set(["Search", "MultiPV", "Verbose", "Move Overhead", "UCI_ShowWDL", "UCI_AnalyseMode", "Seed"]);
const MOST_SLID = 1000; // the maximum of a slider, if that of its option is above WIDEST
const WIDEST = 10000;
const WAIT = 80; // milliseconds from the last change of an option until the search starts again

let panels = 0;

export class Panel {
  constructor(view, search) {
    this.view = view;
    this.search = search;
    this.number = ++panels;
    this.mostChosen = false; // whether the user has chosen how many moves are shown
    this.wished = true; // whether it should search; false after the user has stopped it
    this.told = null; // the latest message of the search that has lines
    this.searching = new Asking(view.page.connection);
    this.weighing = new Asking(view.page.connection); // for the opponent's replies
    this.layout();
  }

  get game() {
    return this.view.game;
  }

  get running() {
    return this.searching.busy;
  }

  get best() {
    return this.told && knownOf(this.told.lines)[0];
  }

  // The name of the search, with its model of the opponent.
  get name() {
    const opponent = this.search === "Expectimax" && this.values.Opponent ? ` (${this.values.Opponent})` : "";
    return this.search + opponent;
  }

  layout() {
    this.title = make("h2", {class: "unseen", id: `panel-${this.number}`}, this.search);
    this.choose = select(this.game.searches.map((name) => [name, name]), this.search, (name) => this.change(name), {"aria-label": "Search"});
    this.line = make("p", {class: "quiet"});
    this.bar = make("span");
    this.rows = make("tbody");
    this.limit = select(LIMITS, "", () => this.begin());
    this.most = select([["1", "the best move"], ["3", "three moves"], [this.every, "every move"]], "3", () => {
      this.mostChosen = true;
      this.begin();
    });
    this.settings = make("div");
    this.replies = make("div", {class: "replies"});
    this.fault = make("p", {class: "fault", role: "alert"});
    this.toggle = button("Stop", () => this.running ? this.stop() : this.begin());
    this.show = button("On the board", () => this.view.activate(this), {"aria-pressed": "false", title: "Show its moves on the board"});
    this.remove = button("✕", () => this.view.panels.length > 1 && this.view.removePanel(this));
    this.element = make("section", {class: "panel", "aria-labelledby": `panel-${this.number}`},
      make("div", {class: "row-of"}, this.title, this.choose, this.toggle, this.show, this.remove),
      make("div", {class: "bar", role: "img", "aria-label": "Who stands better", hidden: this.game.seats.length === 1}, this.bar),
      this.line,
      scrolled("Moves and their values", table(["Move", `Score${inUnit(this.game)}`, "Depth", "Line"], this.rows)),
      this.replies, this.fault, make("div", {class: "limits"}, labelled("It searches", this.limit), labelled("and shows", this.most)), this.settings);
    this.become(this.search);
  }

  // Takes another search, with the default options.
  become(search) {
    this.search = this.choose.value = this.title.textContent = search;
    this.remove.setAttribute("aria-label", `Remove ${search}`);
    this.values = {};
    const own = this.game.options.filter((option) => !QUIET.has(option.name) && option.readers.includes(search));
    const sliders = own.filter((option) => search === "Expectimax" && (option.name in SLIDERS || option.name === "Opponent"));
    const others = own.filter((option) => !sliders.includes(option));
    this.settings.replaceChildren(
      ...sliders.map((option) => option.kind === "spin" ? this.slider(option) : this.model = this.field(option)),
      ...(others.length ? [make("details", {}, make("summary", {}, "More options"), ...others.map((option) => this.field(option)))] : []));
  }

  field(option) {
    return optionField(option, this.values, () => this.beginSoon());
  }

  slider(option) {
    const value = option.default;
    const shown = make("span", {}, value); // no output element, as the label would belong to that
    const range = make("input", {type: "range", "aria-label": option.name, min: option.low, max: option.high > WIDEST ? MOST_SLID : option.high, value, oninput: (event) => {
      shown.textContent = event.target.value;
      this.values.Opponent = this.model.querySelector("select").value = SLIDERS[option.name];
      this.values[option.name] = event.target.value;
      this.beginSoon();
    }});
    return make("label", {title: option.meaning}, make("span", {class: "line"}, option.name, shown), range);
  }

  beginSoon() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.begin(), WAIT);
  }

  get every() {
    return String(this.view.page.offer.most.lines);
  }

  usualMost() {
    return (this.view.shown?.position?.moves.length ?? FEW + 1) <= FEW || this.game.seats.length === 1 ? this.every : "3";
  }

  change(search) {
    this.view.chosen = true;
    this.become(search);
    this.view.note();
    this.begin();
  }

  mark(active) {
    this.show.setAttribute("aria-pressed", String(active));
  }

  // The user stops the search. Its result is shown, and it searches no other position until the user starts it again.
  stop() {
    this.wished = false;
    clearTimeout(this.later);
    this.searching.stop();
    this.weighing.drop();
  }

  close() {
    clearTimeout(this.later);
    this.searching.close();
    this.weighing.close();
  }

  begin() {
    this.wished = true;
    this.renew();
  }

  // Discards the results and searches again, after a change of the position or of the options.
  renew() {
    const {view} = this;
    clearTimeout(this.later);
    this.searching.drop();
    this.weighing.drop();
    this.told = null;
    this.waits = false;
    this.sum = ""; // of the replies to its best move
    this.weighed = null; // the move whose replies are shown, and the depth
    this.fault.textContent = "";
    this.replies.replaceChildren();
    this.mark(view.active === this);
    if (!this.mostChosen) this.most.value = this.usualMost(); // which depends on the position
    const {position} = view.shown;
    if (this.wished && position && !position.over) this.follow();
    this.draw();
  }

  follow() {
    const {view} = this;
    const [kind, number] = this.limit.value.split(" ");
    const limits = kind ? {[kind]: Number(number)} : {};
    const options = {...this.values, Search: this.search, MultiPV: this.most.value};
    this.searching.follow("search", {place: view.shown.place, options, limits}, (message) => {
      this.waits = message.waiting ?? this.waits;
      if (message.error) this.fault.textContent = message.error;
      if (message.lines) this.told = message;
      this.draw();
      view.told(this);
      if (this.search === "Expectimax" && this.best) this.weigh(this.best);
    });
  }

  draw() {
    const {told} = this;
    this.toggle.textContent = this.running ? "Stop" : "Start";
    if (!told) {
      this.rows.replaceChildren();
      this.line.textContent = this.waits && this.running ? "It waits until another search has ended." : "";
      return;
    }
    const speed = told.seconds > 0.01 ? `, ${countText(told.nodes / told.seconds)} nodes/s` : "";
    const {best} = this;
    this.line.textContent = `Depth ${told.depth}, ${countText(told.nodes)} nodes${speed}${best ? `: ${best.text}, ${scoreText(best.score)}` : ""}`;
    if (best) {
      const first = share(best.score, this.view.shown.position.player, this.game.won);
      this.bar.style.width = `${100 * first}%`;
      this.bar.parentElement.setAttribute("aria-label", `${this.game.seats[0]} ${Math.round(100 * first)} %`);
    }
    this.rows.replaceChildren(...told.lines.map((line) => this.row(line)));
  }

  row(line) {
    const over = () => this.view.lead(line);
    const chosen = () => {
      over();
      if (this.search === "Expectimax") this.weigh(line);
    };
    const move = button(line.text, chosen, {class: "ply", title: this.view.chancy ? null : "Show where it leads", onfocus: over});
    return row([move, scoreText(line.score), line.depth, line.spelled.slice(0, 8).join(" ")], {onpointerenter: over});
  }

  // Shows the opponent's replies to a move, with their probabilities and values.
  async weigh(line) {
    const {view} = this, depth = Math.min(Math.max(line.depth, LEAST_WEIGHED), MOST_WEIGHED);
    const wanted = `${line.move} ${depth}`;
    if (this.weighed === wanted) return;
    this.weighed = wanted;
    const own = Object.fromEntries(Object.entries(this.values).filter(([name]) => name.startsWith("Opponent")));
    if (view.chancy) return;
    try {
      const answer = await this.weighing.askAnew("tree", {place: view.shown.place, search: "Expectimax", depth, options: own, above: [line.move]});
      if (!answer.node.children.length) return this.replies.replaceChildren(make("p", {}, `${line.text} ends the game.`));
      const replies = byWeight(answer.node);
      const chancy = replies.some((reply) => reply.chance !== null);
      const rows = replies.slice(0, MOST_REPLIES).map((reply) =>
        row([reply.text, reply.chance === null ? "" : `${(100 * reply.chance).toFixed(1)} %`, valueText(reply.value, answer.scale)]));
      const sum = chancy ? sumText(answer.node, answer.scale, this.game) : "";
      this.sum = sum && line.move === this.best?.move ? `${line.text}, at depth ${depth}, ${sum}` : "";
      view.compare();
      this.replies.replaceChildren(make("p", {}, chancy ? `After ${line.text}, at depth ${depth}, the opponent is expected to reply (sorted by their effect on the mean):` : `After ${line.text}, at depth ${depth}, the opponent chooses the best reply:`),
        make("p", {}, sum),
        scrolled("Replies", table(["Reply", "Probability", `Value to ${this.game.seats[0]}${inUnit(this.game)}`], make("tbody", {}, ...rows))),
        ...(replies.length > rows.length ? [make("p", {class: "quiet"}, `${replies.length - rows.length} more`)] : []));
    } catch (error) {
      this.replies.replaceChildren(make("p", {class: "quiet"}, error.message));
    }
  }

  // A sentence with its scores of the moves that the searches have chosen, and the reason if known.
  reason(moves) {
    const score = (text) => knownOf(this.told.lines).find((line) => line.text === text)?.score;
    const told = moves.map((text) => score(text) ? `${text} ${scoreText(score(text))}` : `${text} has no score here`);
    return `${this.name}: ${told.join(", ")}${this.sum ? `, because after ${this.sum}` : "."}`;
  }

  // Its best moves and their scores, for the board.
  notes() {
    if (!this.told || !this.view.shown.position) return [];
    const {moves} = this.view.shown.position;
    const byName = new Map(moves.map((move) => [move.move, move]));
    const lines = knownOf(this.told.lines);
    const best = lines[0]?.score.value;
    return lines.slice(0, FEW).map((line) => ({move: byName.get(line.move), text: `${line.text} ${scoreText(line.score)}`, kind: line.score.value === best ? "best" : "good", short: shortScore(line.score, this.game)}))
      .map((note) => note.move?.cells.length === 1 ? {...note, text: note.short} : note);
  }
}
