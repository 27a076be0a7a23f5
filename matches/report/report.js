"use strict";
// Draws the charts and replays the games of the page. All texts of the match are set as text, never as HTML.

const data = JSON.parse(document.getElementById("data").textContent);
const lines = document.getElementById("plies").textContent.trim().split("\n");
const SVG = "http://www.w3.org/2000/svg";
const CURVES = 8; // styles that the style sheet has
const PAWNS = 10; // where the evaluation curve is clamped, in units
const $ = (id) => document.getElementById(id);

// --- Elements ---

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

// --- Numbers as text ---

const minus = (text) => String(text).replace("-", "−");
const number = (value) => minus(Number(value.toPrecision(4)));

function time(seconds) {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return hours ? `${hours}:${rest}` : rest;
}

// --- Charts: a figure keeps its specification and is redrawn whenever its width changes ---

const charts = new Map();

function ticks(low, high, most, whole) {
  const span = high - low || 1;
  let step = 10 ** Math.floor(Math.log10(span / most));
  step *= [1, 2, 5, 10].find((factor) => span / (step * factor) <= most) || 10;
  if (whole) step = Math.max(1, step);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i += 1) found.push(Number((i * step).toPrecision(10)));
  return found;
}

// The axes. Returns x(value), y(value): the coordinates in the picture; at(event): the value of x at the pointer; area:
// the element that takes pointer events. labels(pixels): the values of x to label, with their texts, for this width.
function frame(figure, spec, [left, right], [low, high], labels) {
  const width = Math.max(figure.clientWidth, 160);
  const height = spec.height || 220;
  const marks = ticks(low, high, 5, spec.whole);
  const digits = Math.max(...marks.map((mark) => number(mark).length));
  const box = { left: 12 + 7 * digits, right: width - 12, top: 24, bottom: height - 40 };
  const across = box.right - box.left;
  const x = (value) => box.left + ((value - left) / (right - left || 1)) * across;
  const y = (value) => box.bottom - ((value - low) / (high - low || 1)) * (box.bottom - box.top);
  const label = `${spec.title}; ${spec.x} against ${spec.y}`;
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": label });
  root.append(svg("text", { x: 2, y: 12 }, spec.y));
  for (const mark of marks) {
    const css = mark === spec.baseline ? "baseline" : "grid";
    root.append(svg("line", { class: css, x1: box.left, x2: box.right, y1: y(mark), y2: y(mark) }));
    root.append(svg("text", { x: box.left - 6, y: y(mark) + 4, "text-anchor": "end" }, spec.ytext ? spec.ytext(mark) : number(mark)));
  }
  for (const [value, text] of labels(across)) {
    root.append(svg("text", { x: x(value), y: box.bottom + 16, "text-anchor": "middle" }, text));
  }
  root.append(svg("text", { x: (box.left + box.right) / 2, y: height - 6, "text-anchor": "middle" }, spec.x));
  const area = svg("rect", {
    class: spec.pick ? "pick" : null, x: box.left, y: box.top, width: across, height: box.bottom - box.top, fill: "transparent",
  });
  const at = (event) => {
    const bounds = area.getBoundingClientRect();
    return left + ((event.clientX - bounds.left) / bounds.width) * (right - left);
  };
  return { root, box, x, y, at, area };
}

function extent(values) {
  return values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
}

function drawLines(figure, spec) {
  const points = spec.series.flatMap((series) => series.points);
  const [left, right] = spec.range || extent(points.map((point) => point[0]));
  const bounds = [spec.low, spec.high, spec.baseline].filter((value) => value !== undefined);
  let [low, high] = extent([...points.map((point) => point[1]), ...bounds]);
  if (low === high) [low, high] = "low" in spec ? [low, low + 1] : [low - 1, high + 1];
  const labels = (across) => ticks(left, right, Math.max(2, across / 60), true).map((mark) => [mark, number(mark)]);
  const axes = frame(figure, spec, [left, right], [low, high], labels);
  const { root, box, x, y } = axes;
  const sparse = Math.max(...spec.series.map((series) => series.points.length)) <= 60;
  spec.series.forEach((series, i) => {
    const path = series.points.map((point) => `${x(point[0]).toFixed(1)},${y(point[1]).toFixed(1)}`);
    root.append(svg("polyline", { class: `curve line${i % CURVES}`, points: path.join(" ") }));
    if (!sparse) return;
    for (const point of series.points) root.append(svg("circle", { class: `fill${i % CURVES}`, cx: x(point[0]), cy: y(point[1]), r: 2.5 }));
  });
  if (spec.pick) root.append(svg("line", { class: "marker", y1: box.top, y2: box.bottom, hidden: true }));
  const sample = (i) => svg("line", { class: `curve line${i % CURVES}`, x1: 1, x2: 29, y1: 6, y2: 6 });
  const say = (series, wanted) => {
    if (!series.points.length) return null;
    const point = series.points.reduce((best, point) => (Math.abs(point[0] - wanted) < Math.abs(best[0] - wanted) ? point : best));
    if (spec.tell) return spec.tell(point);
    return `${spec.x} ${number(point[0])}: ${number(point[1])} ${spec.y}${point.length > 2 ? ` (${point[2]} moves)` : ""}`;
  };
  return { ...axes, sample, say };
}

function drawBars(figure, spec) {
  const last = spec.categories.length - 1;
  const [, most] = extent(spec.series.flatMap((series) => series.values));
  const labels = (across) => {
    const widest = Math.max(...spec.categories.map((text) => text.length)) * 7 + 8;
    const every = Math.max(1, Math.ceil((widest * spec.categories.length) / across));
    return [...spec.categories.entries()].filter(([i]) => i % every === 0);
  };
  const axes = frame(figure, spec, [-0.5, last + 0.5], [0, most || 1], labels);
  const { root, box, x, y } = axes;
  const width = ((x(1) - x(0)) * 0.8) / spec.series.length;
  spec.series.forEach((series, i) => series.values.forEach((value, k) => {
    const bar = { class: `bar fill${i % CURVES}`, x: x(k - 0.4) + i * width, y: y(value), width: Math.max(width - (spec.series.length > 1 ? 1 : 0), 0.5), height: box.bottom - y(value) };
    root.append(svg("rect", bar));
  }));
  const sample = (i) => svg("rect", { class: `fill${i % CURVES}`, x: 8, y: 0, width: 12, height: 12 });
  const say = (series, wanted) => {
    const k = Math.min(Math.max(Math.round(wanted), 0), last);
    return `${spec.x} ${spec.categories[k]}: ${number(series.values[k])} ${spec.y}`;
  };
  return { ...axes, sample, say };
}

function tip(figure, area, say) {
  const box = html("div", { class: "tip", hidden: true });
  area.addEventListener("pointermove", (event) => {
    if (!box.isConnected) figure.append(box);
    box.textContent = say(event);
    box.hidden = false;
    const bounds = figure.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    box.style.left = `${x > bounds.width / 2 ? Math.max(x - box.offsetWidth - 12, 0) : x + 12}px`;
    box.style.top = `${y + 14}px`;
  });
  area.addEventListener("pointerleave", () => { box.hidden = true; });
}

function draw(figure) {
  const chart = charts.get(figure);
  chart.width = figure.clientWidth;
  if (!chart.width) return;
  const spec = chart.spec;
  const many = spec.series.length > 1;
  const { root, area, x, at, sample, say } = (spec.kind === "bars" ? drawBars : drawLines)(figure, spec);
  root.append(area);
  tip(figure, area, (event) => {
    const said = spec.series.map((series) => [series.name, say(series, at(event))]).filter(([, text]) => text !== null);
    return said.map(([name, text]) => (many ? `${name}, ${text}` : text)).join("\n");
  });
  const samples = spec.series.map((series, i) => html("li", {}, svg("svg", { viewBox: "0 0 30 12", "aria-hidden": "true" }, sample(i)), series.name));
  const legend = many ? [html("ul", { class: "legend" }, ...samples)] : [];
  figure.replaceChildren(figure.querySelector("figcaption"), ...legend, root);
  if (!spec.pick) return;
  area.addEventListener("click", (event) => spec.pick(at(event)));
  chart.x = x;
  mark(figure, chart.marked);
}

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) if (charts.get(target).width !== target.clientWidth) draw(target);
});

function show(figure, spec) {
  figure.querySelector("figcaption").textContent = spec.title;
  const fresh = !charts.has(figure);
  charts.set(figure, { spec, width: 0, marked: null });
  draw(figure);
  if (fresh) widths.observe(figure);
}

// Marks a value of x; null removes the mark.
function mark(figure, value) {
  const chart = charts.get(figure);
  if (!chart) return;
  chart.marked = value;
  if (!chart.x) return; // not drawn yet
  const marker = figure.querySelector(".marker");
  marker.toggleAttribute("hidden", value === null);
  if (value !== null) for (const end of ["x1", "x2"]) marker.setAttribute(end, chart.x(value));
}

for (const figure of document.querySelectorAll("[data-chart]")) show(figure, data.charts[figure.dataset.chart]);

// --- The list of games ---

const ONE = data.board.seats.length === 1; // a game for one player
const RESULTS = { "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½", "*": "*" };
const nameOf = (seat) => data.names[seat];
const resultText = (game) => (ONE && game.utility !== null ? minus(Number(game.utility.toFixed(4))) : RESULTS[game.result] || game.result);

function badge(game) {
  if (game.fault) {
    const who = game.loser === null || ONE ? "" : `: ${nameOf(game.loser)}`;
    return html("span", { class: "badge fault" }, `⚠ ${game.ending}${who}`);
  }
  return game.finished ? html("span", {}, game.ending) : html("span", { class: "badge open" }, game.ending);
}

const COLUMNS = [
  { name: "#", css: "number", key: (game) => game.number, cell: (game) => html("button", { type: "button", "aria-label": `Show game ${game.number}` }, String(game.number)) },
  ...data.board.seats.map((colour, i) => ({
    name: colour, css: "", key: (game) => nameOf(game.seats[i]), cell: (game) => html("span", { class: "name", title: nameOf(game.seats[i]) }, nameOf(game.seats[i])),
  })),
  { name: ONE ? "Utility" : "Result", css: "result-cell", key: (game) => (ONE ? game.utility ?? -Infinity : game.result), cell: resultText },
  { name: "Ending", css: "", key: (game) => game.ending, cell: badge },
  { name: "Plies", css: "number", key: (game) => game.plies, cell: (game) => String(game.plies) },
  { name: "Time", css: "number", key: (game) => game.seconds, cell: (game) => time(game.seconds) },
  { name: ONE ? "Deck" : "Pair", css: "number", key: (game) => game.pair * 1000 + game.leg, cell: (game) => `${game.pair}.${game.leg}` },
];

function list() {
  const body = $("list").tBodies[0];
  const rows = data.games.map((game, index) => {
    const row = html("tr", { "data-game": game.number }, ...COLUMNS.map((column) => html("td", { class: column.css }, column.cell(game))));
    row.addEventListener("click", () => choose(index, true));
    return row;
  });
  body.append(...rows);

  let sorted = [0, 1];
  const heads = COLUMNS.map((column, place) => {
    const button = html("button", { type: "button" }, column.name);
    button.addEventListener("click", () => sort(place, sorted[0] === place ? -sorted[1] : 1));
    return html("th", { scope: "col", class: column.css, "aria-sort": place ? "none" : "ascending" }, button);
  });
  $("list").tHead.append(html("tr", {}, ...heads));

  function sort(place, direction) {
    sorted = [place, direction];
    const keys = data.games.map(COLUMNS[place].key);
    const order = data.games.map((_, index) => index);
    order.sort((a, b) => (keys[a] < keys[b] ? -direction : keys[a] > keys[b] ? direction : a - b));
    body.append(...order.map((index) => rows[index]));
    heads.forEach((head, i) => head.setAttribute("aria-sort", i !== place ? "none" : direction > 0 ? "ascending" : "descending"));
  }

  const [player, result, ending] = [$("by-player"), $("by-result"), $("by-ending")];
  const option = (value, text) => html("option", { value }, text);
  player.append(option("", "any"), ...data.names.map((name, seat) => option(seat, name)));
  const results = [...new Set(data.games.map((game) => game.result))].filter((text) => text in RESULTS).sort();
  result.append(option("", "any"), ...results.map((text) => option(text, text === "*" && !ONE ? "* unfinished" : RESULTS[text])));
  if (!ONE) result.append(html("optgroup", { label: "of the player" }, ...["won", "drawn", "lost"].map((text) => option(text, text))));
  if (ONE) result.parentElement.hidden = true;
  const endings = [...new Set(data.games.map((game) => game.ending))].sort();
  ending.append(option("", "any"), option("fault", "any fault"), ...endings.map((text) => option(`=${text}`, text)));

  function filter() {
    const seat = player.value === "" ? null : Number(player.value);
    for (const item of result.querySelectorAll("optgroup option")) item.disabled = seat === null;
    if (seat === null && !(result.value in RESULTS)) result.value = "";
    let shown = 0;
    data.games.forEach((game, index) => {
      const made = { "1-0": ["won", "lost"], "0-1": ["lost", "won"], "1/2-1/2": ["drawn", "drawn"] }[game.result] || [];
      const suits =
        (seat === null || game.seats.includes(seat)) &&
        (result.value === "" || result.value === game.result || (game.finished && game.seats.some((who, i) => who === seat && made[i] === result.value))) &&
        (ending.value === "" || ending.value === `=${game.ending}` || (ending.value === "fault" && game.fault));
      rows[index].hidden = !suits;
      shown += suits;
    });
    $("shown").textContent = `${shown} of ${data.games.length} games`;
  }
  $("filter").addEventListener("input", filter);
  $("filter").addEventListener("submit", (event) => event.preventDefault());
  filter();
  return rows;
}

// --- One game ---

let game = null; // its entry in data.games, and a list by ply of each kind of value; null if no ply has one
let ply = 0; // the number of plies on the board
let flipped = false;

const known = (values, i) => (values ? values[i] : null);
const byNobody = (i) => known(game.times, i) === null;
const colour = (i) => Number(game.movers[i]); // of the player of ply i; NaN if no player made it
const seatOf = (i) => game.seats[colour(i)];
const numberOf = (i) => game.base + (ONE ? i : Math.floor((game.first + i) / 2));
const placeOf = (i) => game.base + (ONE ? i : (game.first + i) / 2); // of ply i on the axis of moves

function choose(index, jump) {
  if (game) rows[game.index].removeAttribute("aria-current");
  const plies = JSON.parse(lines[index]);
  game = { ...data.games[index], ...plies, index, steps: plies.steps.split(" "), nodes: plies.nodes.split(" ") };
  rows[index].setAttribute("aria-current", "true");
  const who = game.seats.map(nameOf).join(" – ");
  $("game").replaceChildren(`Game ${game.number}: ${who} `, html("b", {}, game.finished ? resultText(game) : "*"));
  $("end").replaceChildren(badge(game), game.reason ? ` · ${game.reason}` : "");
  moveList();
  curves();
  step(game.texts.length);
  if (!jump) return;
  const { top, bottom } = $("viewer").getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) $("viewer").scrollIntoView({ block: bottom - top < window.innerHeight ? "nearest" : "start" });
  history.replaceState(null, "", `#${game.number}`);
}

function nextGame(row, way) {
  let next = row[way];
  while (next && next.hidden) next = next[way];
  if (!next) return;
  next.querySelector("button").focus();
  choose(rows.indexOf(next), false);
}

function moveList() {
  const items = [];
  game.texts.forEach((text, i) => {
    const book = byNobody(i);
    const button = html("button", { type: "button", "data-ply": i + 1, class: book ? "book" : null, title: book ? "not by a player" : null }, text + (known(game.marks, i) ?? ""));
    button.addEventListener("click", () => step(i + 1));
    if (!items.length || ONE || colour(i) !== 1) {
      items.push(html("li", {}, html("span", {}, `${numberOf(i)}.`)));
      if (colour(i) === 1) items.at(-1).append(html("span", {}, "…"));
    }
    items.at(-1).append(button);
  });
  $("moves").replaceChildren(...items);
}

// The evaluation in units, from the first colour's view; infinite for a mate.
function evaluation(i) {
  const score = known(game.scores, i);
  if (score === null) return null;
  const sign = colour(i) ? -1 : 1;
  if (typeof score === "number") return { value: (sign * score) / 100, mate: null };
  const mate = Number(score.slice(1));
  return { value: sign * (mate > 0 ? Infinity : -Infinity), mate: Math.abs(mate) };
}

function evaluationText({ value, mate }) {
  if (mate !== null) return `${value > 0 ? "+" : "−"}#${mate}`;
  return `${value > 0 ? "+" : ""}${minus(value.toFixed(2))}`;
}

function bySide(value) {
  return game.seats.map((seat, side) => ({
    name: ONE ? nameOf(seat) : `${data.board.seats[side]}: ${nameOf(seat)}`,
    points: game.texts.map((_, i) => i).filter((i) => colour(i) === side && value(i) !== null).map((i) => [placeOf(i), value(i), i]),
  }));
}

function curves() {
  const clamp = (value) => Math.min(Math.max(value, -PAWNS), PAWNS);
  const common = {
    kind: "lines", x: ONE ? "draw" : "move", height: 190, range: [placeOf(0), placeOf(Math.max(game.texts.length - 1, 1))],
    pick: (where) => step(Math.round(ONE ? where - game.base : (where - game.base) * 2 - game.first) + 1),
  };
  const whose = ONE ? "expected utility" : `${data.board.seats[0]}'s view`;
  const chart = (figure, spec) => {
    figure.hidden = !spec.series.some((series) => series.points.length);
    if (!figure.hidden) show(figure, { ...common, ...spec });
  };
  chart($("evaluation"), {
    title: `Evaluation (${whose})`, y: data.board.unit, baseline: 0,
    ...(ONE ? {} : { low: -PAWNS, high: PAWNS, ytext: (mark) => (mark > 0 ? `+${mark}` : minus(mark)) }),
    series: game.chances ? [] : bySide((i) => { const found = evaluation(i); return found && clamp(found.value); }),
    tell: (point) => `${numberOf(point[2])}. ${game.texts[point[2]]}: ${evaluationText(evaluation(point[2]))}`,
  });
  chart($("chances"), {
    title: ONE ? "Expected utility (50 is what a game begins with)" : `Winning chances of ${data.board.seats[0]}`, y: "%", baseline: 50, ...(ONE ? {} : { low: 0, high: 100 }),
    series: [{ name: data.board.seats[0], points: game.texts.map((_, i) => i).filter((i) => known(game.chances, i + 1) !== null).map((i) => [placeOf(i), game.chances[i + 1], i]) }],
    tell: (point) => `${moveText(point[2])}${known(game.marks, point[2]) ?? ""}: ${point[1].toFixed(0)} %`,
  });
  const values = game.clock || (game.times?.some(Boolean) ? game.times : null);
  chart($("clock"), {
    title: game.clock ? "Clock: time left" : "Time by move", y: "s", low: 0,
    series: bySide((i) => known(values, i)),
    tell: (point) => `${numberOf(point[2])}. ${game.texts[point[2]]}: ${time(point[1])}`,
  });
}

function step(to) {
  if (!game) return;
  ply = Math.min(Math.max(to, 0), game.texts.length);
  board();
  describe();
  for (const button of $("moves").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  const current = $("moves").querySelector(`[data-ply="${ply}"]`);
  if (current) current.setAttribute("aria-current", "true");
  scrollInside($("moves"), current);
  [$("first").disabled, $("back").disabled] = [ply === 0, ply === 0];
  [$("forward").disabled, $("last").disabled] = [ply === game.texts.length, ply === game.texts.length];
  for (const figure of [$("chances"), $("evaluation"), $("clock")]) mark(figure, ply ? placeOf(ply - 1) : null);
}

// Scrolls a box to an item. scrollIntoView would also scroll the page.
function scrollInside(box, item) {
  if (!item) { box.scrollTop = 0; return; }
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 4;
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 4;
}

// The pieces on the board, by cell, and the marked cells.
function position(plies) {
  const placed = new Map();
  let marks = [];
  for (const text of game.steps.slice(0, plies + 1)) {
    const [changed, marked = ""] = text.split("|");
    for (const [, cell, piece] of changed.matchAll(/(\d+)([A-Za-z.])/g)) {
      if (piece === ".") placed.delete(Number(cell));
      else placed.set(Number(cell), piece);
    }
    marks = [...marked.matchAll(/([LCF])(\d+)/g)].map(([, mark, cell]) => [MARKS[mark], Number(cell)]);
  }
  return { placed, marks };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"; // that stand for the symbols, by index
const MARKS = { L: "last", C: "check", F: "line" };

function put(id, at, attributes) {
  const { columns, rows: ranks, cell, margin } = data.board;
  const place = flipped ? columns * ranks - 1 - at : at;
  const [x, y] = [margin + (place % columns) * cell, margin + Math.floor(place / columns) * cell];
  return svg("use", { href: `#${id}`, x, y, "data-cell": at, ...attributes });
}

function board() {
  $("said").textContent = ply && game.said ? game.said[ply - 1] : "";
  if (!$("board")) return;
  const { placed, marks } = position(ply);
  const found = marks.map(([mark, cell]) => [mark, put(`mark-${mark}`, cell, { "data-mark": mark })]);
  const layer = (above) => found.filter(([mark]) => (mark === "line") === above).map(([, element]) => element);
  $("marks").replaceChildren(...layer(false));
  $("pieces").replaceChildren(...[...placed].map(([cell, piece]) => put(`piece-${piece}`, cell, { "data-piece": data.board.symbols[LETTERS.indexOf(piece)] })));
  $("lines").replaceChildren(...layer(true)); // above the pieces, which would hide them
  const frames = [...document.querySelectorAll("#board .frame")];
  for (const frame of frames) frame.toggleAttribute("hidden", frames.length > 1 && (frame.dataset.bottom === "1") !== flipped);
  $("board").setAttribute("aria-label", ply ? `Board after ${moveText(ply - 1)}` : "Board at the start");
}

function moveText(i) {
  return `${numberOf(i)}${!ONE && colour(i) ? "…" : "."} ${game.texts[i]}`;
}

function describe() {
  const item = (label, text, css = null) => html("div", { class: css }, html("dt", {}, label), html("dd", {}, text));
  if (!ply) {
    const next = game.texts.length ? `${nameOf(game.seats[game.first])} moves first` : "no move was made";
    $("ply").replaceChildren(item("Start", next, "wide"));
    return;
  }
  const i = ply - 1;
  const found = evaluation(i);
  const side = ONE ? "" : `${data.board.seats[colour(i)]}: `;
  const book = byNobody(i);
  const [clock, depth] = [known(game.clock, i), known(game.depth, i)];
  $("ply").replaceChildren(...[
    item(book ? `${side}not by a player` : `${side}${nameOf(seatOf(i))}`, moveText(i) + (known(game.marks, i) ?? ""), "wide"),
    book || !game.times[i] ? null : item("Time", time(game.times[i])),
    clock === null ? null : item("Clock", time(clock)),
    found ? item(ONE ? "Expected" : `For ${data.board.seats[0]}`, evaluationText(found)) : null,
    depth === null ? null : item("Depth", String(depth)),
    game.nodes[i] ? item("Nodes", game.nodes[i]) : null,
    known(game.notes, i) ? item("Review", game.notes[i], "wide") : null,
  ].filter((part) => part !== null));
}

function flip() {
  flipped = !flipped;
  $("flip").setAttribute("aria-pressed", flipped);
  board();
}

const rows = data.games.length ? list() : [];

if (rows.length) {
  const keys = { ArrowLeft: () => step(ply - 1), ArrowRight: () => step(ply + 1) };
  const inside = { Home: () => step(0), End: () => step(game.texts.length), f: () => $("flip") && flip() };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input, summary, .scroll:not(.rows)")) return;
    const row = event.target.closest("#list tbody tr");
    if (row && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      nextGame(row, event.key === "ArrowDown" ? "nextElementSibling" : "previousElementSibling");
      return;
    }
    const action = keys[event.key] || ($("viewer").contains(event.target) ? inside[event.key] : null);
    if (!action) return;
    event.preventDefault();
    action();
  });
  $("first").addEventListener("click", () => step(0));
  $("back").addEventListener("click", () => step(ply - 1));
  $("forward").addEventListener("click", () => step(ply + 1));
  $("last").addEventListener("click", () => step(game.texts.length));
  if ($("flip")) $("flip").addEventListener("click", flip);
  const asked = data.games.findIndex((item) => `#${item.number}` === location.hash);
  choose(Math.max(asked, 0), false);
}
