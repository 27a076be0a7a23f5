// A chart of the winning chances in a game, with the clocks below. The pointer previews a position; a click goes there.

import {draw, make} from "./element.js";

const WIDTH = 600, HIGH = 120, CLOCK = 22, GAP = 6; // of the picture, in its own units
const SIZES = {blunder: 5, mistake: 4, inaccuracy: 3};

export class Chances {
  // go(ply): called on a click. peek(ply): called when the mouse points at another position; peek(null) when it leaves.
  constructor(game, go, peek) {
    this.game = game;
    this.values = []; // of player 0 in percent, before the first move and after each
    this.judgements = [];
    this.plies = 0;
    this.now = 0;
    this.first = 0;
    this.clocks = null;
    this.svg = draw("svg", {role: "img", preserveAspectRatio: "none"});
    this.told = make("p", {class: "quiet"});
    this.element = make("div", {class: "chances"}, this.svg, this.told);
    const at = (event) => {
      const {left, width} = this.svg.getBoundingClientRect();
      return Math.max(0, Math.min(this.plies, Math.round((event.clientX - left) / width * this.plies)));
    };
    this.svg.addEventListener("click", (event) => go(at(event)));
    this.svg.addEventListener("pointermove", (event) => {
      const ply = at(event);
      if (event.pointerType !== "mouse" || ply === this.pointed) return;
      this.pointed = ply;
      peek(ply);
    });
    this.svg.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "mouse" || this.pointed === undefined) return;
      this.pointed = undefined;
      peek(null);
    });
  }

  clear() {
    this.values = [];
    this.judgements = [];
    this.draw();
  }

  add(values) {
    this.values.push(...values);
    this.draw();
  }

  judge(judgements) {
    this.judgements = judgements;
    this.draw();
  }

  // Sets the current ply and the number of plies. clocks: the seconds left after each ply, if known.
  point(now, plies, clocks) {
    this.now = now;
    this.plies = plies;
    this.clocks = clocks?.some((clock) => clock !== null) ? clocks : null;
    this.draw();
  }

  draw() {
    const {values, plies, clocks} = this, [seat] = this.game.seats;
    const high = HIGH + (clocks ? 2 * CLOCK + GAP : 0);
    const low = Math.min(0, ...values), top = Math.max(100, ...values); // a utility has no bounds
    const x = (ply) => plies ? ply / plies * WIDTH : 0, y = (value) => HIGH - (value - low) / (top - low) * HIGH;
    this.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${high}`);
    this.svg.setAttribute("aria-label", values.length ? `Winning chances of ${seat}: ${values.map((value) => Math.round(value)).join(", ")} percent` : "Winning chances: nothing is reviewed yet");
    const points = values.map((value, ply) => `${x(ply)},${y(value)}`);
    const area = points.length ? [draw("polygon", {class: "area", points: [`0,${y(low)}`, ...points, `${x(values.length - 1)},${y(low)}`].join(" ")})] : [];
    const dots = this.judgements.flatMap((judgement, index) => judgement ? [draw("circle", {class: judgement, cx: x(index + 1), cy: y(values[index + 1]), r: SIZES[judgement]})] : []);
    this.svg.replaceChildren(
      draw("rect", {class: "unknown", width: WIDTH, height: HIGH}), draw("rect", {class: "ground", width: x(Math.max(0, values.length - 1)), height: HIGH}), ...area,
      draw("line", {class: "half", x1: 0, x2: WIDTH, y1: y(50), y2: y(50)}), ...dots, ...this.bars(x),
      draw("line", {class: "now", x1: x(this.now), x2: x(this.now), y1: 0, y2: high}));
    const value = values[this.now], clock = clocks?.[this.now - 1];
    const known = this.game.seats.length > 1 ? `Winning chances of ${seat}: ${value?.toFixed(0)} %.` : `Expected utility: ${(value * this.game.par / 50).toFixed(2)}.`;
    this.told.textContent = value === undefined ? "" : `${known}${clock === null || clock === undefined ? "" : ` Clock: ${time(clock)}.`}`;
  }

  // The bars of the clocks: upwards for player 0, downwards for the other.
  bars(x) {
    const {clocks} = this;
    if (!clocks) return [];
    const most = Math.max(...clocks.filter((clock) => clock !== null), 1), middle = HIGH + GAP + CLOCK, wide = x(1) * 0.8;
    return clocks.flatMap((clock, index) => {
      if (clock === null) return [];
      const tall = clock / most * CLOCK, up = (index + this.first) % 2 === 0;
      return [draw("rect", {class: up ? "first" : "second", x: x(index + 1) - wide / 2, y: up ? middle - tall : middle, width: wide, height: tall})];
    });
  }
}

function time(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
