// Loads and saves a game or a position, as text or as a file.

import {button, download, labelled, make, section, select} from "./element.js";

const LONGEST = 32 * 1024, MOST_GAMES = 2000; // characters of a text that may be sent again; games to choose from
let held = null; // the games of the file that was read last: every view offers them

// take(place, more): called after reading. more: the names of the players and their clocks, if known, and the text
// unless it is too long. names(): the names of the players, to be saved.
export function saveAndLoad(shown, take, names) {
  const text = make("textarea", {rows: 3, spellcheck: "false", "aria-label": `A game (PGN) or a position: ${shown.game.fen}`});
  const fault = make("p", {class: "fault", role: "alert"});
  const attempt = async (act) => {
    try {
      fault.textContent = "";
      await act();
    } catch (error) {
      fault.textContent = error.message;
    }
  };
  const read = async (whole) => {
    const games = split(whole);
    held = games.length > 1 ? {name: shown.game.name, games, index: 0} : null;
    return readOne(games[0]);
  };
  const readOne = async (pasted) => {
    if (!pasted.trim()) throw new Error("There is no position and no game in it.");
    if (/^\s*[{<]/.test(pasted)) throw new Error("This is no game: the page reads PGN and FEN.");
    const {game, rules, fen, moves, names: known, clocks} = await shown.asides.ask("read",
      {game: shown.game.name, rules: shown.begin.rules, text: pasted});
    await take({game, rules, fen, moves}, {names: known, clocks, text: pasted.length > LONGEST ? "" : pasted});
  };
  const save = async () => {
    const answer = await shown.asides.ask("write", {place: {...shown.begin, moves: shown.moves}, names: names()});
    download(answer.file, new Blob([answer.text], {type: "text/plain"}));
    text.value = answer.text;
  };
  const file = make("input", {type: "file", accept: ".pgn,.fen,.txt,text/plain", hidden: true, onchange: (event) => {
    const [chosen] = event.target.files;
    event.target.value = "";
    if (chosen) attempt(async () => read(await chosen.text()));
  }});
  const copy = async () => {
    text.value = shown.position.fen;
    text.select();
    await navigator.clipboard?.writeText(text.value).catch(() => {});
  };
  const tried = (label, act) => button(label, () => attempt(act));
  const edit = shown.game.editor ? button("Edit board", () => shown.view.page.open("edit", shown.place)) : null;
  return section("Position and game", text,
    make("div", {class: "row-of"},
      tried("Set up", () => read(text.value)), tried("Load …", async () => file.click()), tried("Save", save), tried("Copy FEN", copy), tried("Start position", () => take({game: shown.game.name, rules: shown.begin.rules, fen: "", moves: []}, {})), edit),
    chooser(shown.game, (text) => attempt(() => readOne(text))), file, fault);
}

// The choice of one of the held games; null if none of this game are held.
function chooser(game, readOne) {
  if (held?.name !== game.name) return null;
  const {games} = held;
  return labelled(`${games.length} games in the file; show`, select(games.slice(0, MOST_GAMES).map((text, index) => [index, `${index + 1}. ${called(text)}`]), held.index, (index) => {
    held.index = Number(index);
    return readOne(games[index]);
  }));
}

// The games of a PGN, each as text.
function split(text) {
  const starts = [...text.matchAll(/^[ \t]*\[Event\s/gm)].map((found) => found.index);
  return starts.length < 2 ? [text] : starts.map((start, index) => text.slice(index ? start : 0, starts[index + 1]));
}

function called(text) {
  const tag = (name) => text.match(new RegExp(`^\\[${name}\\s+"([^"]*)"`, "m"))?.[1] ?? "?";
  return `${tag("White")} – ${tag("Black")}, ${tag("Result")}, ${tag("Date")}`;
}
