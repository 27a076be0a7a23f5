// Fields of forms: the rules of a game, one of several moves, the options of a search.

import {make, select} from "./element.js";

// The rules of a game, folded away; changed(rules) with those that are not the usual ones.
export function ruleFields(game, rules, changed) {
  if (!game.rules.length) return null;
  const values = {...rules};
  const note = (rule, value) => {
    if (String(value) === String(rule.default)) delete values[rule.name];
    else values[rule.name] = String(value);
    changed({...values});
  };
  const fields = game.rules.map((rule) => optionField(rule, values[rule.name] ?? rule.default, (value) => note(rule, value)));
  return make("details", {open: Object.keys(rules).length > 0}, make("summary", {}, "Rules (a change begins a new game)"), ...fields);
}

export function optionField(option, value, changed) {
  const title = option.meaning;
  if (option.kind === "check") {
    const box = make("input", {type: "checkbox", checked: String(value) === "true", onchange: (event) => changed(event.target.checked)});
    return make("label", {class: "check", title}, box, option.name);
  }
  if (option.kind === "combo") {
    const field = select(option.choices.map((choice) => [choice, choice]), value, {onchange: (event) => changed(event.target.value)});
    return make("label", {class: "line", title}, make("span", {}, option.name), field);
  }
  const field = make("input", {type: "number", min: option.low, max: option.high, required: true, value, onchange: (event) => event.target.reportValidity() && changed(event.target.value)});
  return make("label", {class: "line", title}, make("span", {}, option.name), field);
}

// Asks which of several moves was meant, such as what a pawn becomes.
export function chooser(place, moves, chosen, left) {
  const buttons = moves.map((move) => make("button", {type: "button", onclick: () => chosen(move)}, move.text));
  place.replaceChildren(make("span", {}, "Which move? "), ...buttons, make("button", {type: "button", onclick: left}, "Cancel"));
  buttons[0].focus();
}
