// Fields of forms: the rules of a game, the options of a search.

import {labelled, make, select} from "./element.js";

// The rules of a game, in a section that folds. changed(rules): called with the rules that differ from their defaults.
export function ruleFields(game, rules, changed) {
  if (!game.rules.length) return null;
  const values = {...rules};
  const unusual = () => game.rules.map((rule) => [rule.name, values[rule.name] ?? String(rule.default), String(rule.default)])
    .filter(([, value, usual]) => value !== usual);
  const fields = game.rules.map((rule) => optionField(rule, values, () => changed(Object.fromEntries(unusual()))));
  return make("details", {open: Object.keys(rules).length > 0}, make("summary", {}, "Rules (a change begins a new game)"), ...fields);
}

// The field of an option. It stores the user's choice in `values`, by the option's name, and then calls changed().
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
