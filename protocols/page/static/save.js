// A game or a position in and out: as text, and as a file.

import {button, download, make, section} from "./element.js";

// take(place, more): called with what was read; more: the names of the players, and their clocks, where they are known. names(): the
// players, for what is saved.
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
  const read = async (pasted) => {
    if (!pasted.trim()) throw new Error("Paste a position or a game first.");
    const {game, rules, fen, moves, names: known, clocks} = await shown.asides.ask("read",
      {game: shown.game.name, rules: shown.begin.rules, text: pasted});
    await take({game, rules, fen, moves}, {names: known, clocks});
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
  return section("Position and game", text,
    make("div", {class: "row-of"},
      tried("Set up", () => read(text.value)), tried("Load …", async () => file.click()), tried("Save", save), tried("Copy FEN", copy)),
    file, fault);
}
