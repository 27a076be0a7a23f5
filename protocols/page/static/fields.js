// Fields of forms: the rules of a game, one of several moves, the options of a search.

import {labelled, make, select} from "./element.js";

// The rules of a game, folded away; changed(rules) with those that are not the usual ones.
export function ruleFields(game, rules, changed) {
  if (!game.rules.length) return null;
  const values = {...rules};
  const unusual = () => game.rules.map((rule) => [rule.name, values[rule.name] ?? String(rule.default), String(rule.default)])
    .filter(([, value, usual]) => value !== usual);
  const fields = game.rules.map((rule) => optionField(rule, values, () => changed(Object.fromEntries(unusual()))));
  return make("details", {open: Object.keys(rules).length > 0}, make("summary", {}, "Rules (a change begins a new game)"), ...fields);
}

// One of several values by name; changed() is called when it has been set.
export function optionField(option, values, changed) {
  const title = option.meaning, value = values[option.name] ?? option.default;
  const set = (chosen) => {
    values[option.name] = String(chosen);
    changed();
  };
  if (option.kind === "check") {
    const box = make("input", {type: "checkbox", checked: String(value) === "true", onchange: (event) => set(event.target.checked)});
    return make("label", {class: "check", title}, box, option.name);
  }
  const field = option.kind === "combo" ? select(option.choices.map((choice) => [choice, choice]), value, set)
    : make("input", {type: "number", min: option.low, max: option.high, required: true, value, onchange: (event) => event.target.reportValidity() && set(event.target.value)});
  return labelled(option.name, field, {title});
}
