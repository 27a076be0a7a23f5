// Elements of the page, made from a name, attributes and contents. Text is never read as HTML.

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(text, act, attributes = {}) {
  return make("button", {type: "button", onclick: act, ...attributes}, text);
}

const SVG = "http://www.w3.org/2000/svg";

export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// The picture of a symbol of a game, by its key.
export function symbol(game, key, attributes = {}) {
  return make("img", {src: `/symbol/${encodeURIComponent(game.name)}/${encodeURIComponent(key)}.svg`, draggable: "false", ...attributes});
}

// changed(value): called when the user chooses another value.
export function select(choices, chosen, changed = () => {}, attributes = {}) {
  const options = choices.map(([value, text]) => make("option", {value, selected: String(value) === String(chosen)}, text));
  return make("select", {onchange: (event) => changed(event.target.value), ...attributes}, ...options);
}

export function labelled(text, field, attributes = {}) {
  return make("label", {class: "line", ...attributes}, make("span", {}, text), field);
}

export function section(heading, ...children) {
  return make("section", {}, make("h2", {}, heading), ...children);
}

// A place that can be scrolled if its contents are wider, with the keyboard, too.
export function scrolled(label, ...children) {
  return make("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, ...children);
}

export function table(heads, body, attributes = {}) {
  return make("table", attributes, make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", {scope: "col"}, text)))), body);
}

export function row(cells, attributes = {}) {
  return make("tr", attributes, ...cells.map((cell) => make("td", {}, cell)));
}

// Replaces the contents of a place. A button with the focus passes it to the new button of its name, or to the first.
export function refill(place, ...children) {
  const nameOf = (button) => button.getAttribute("aria-label") ?? button.textContent;
  const name = place.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  place.replaceChildren(...children.filter(Boolean));
  if (name === null) return;
  const buttons = [...place.querySelectorAll("button:not(:disabled)")];
  (buttons.find((button) => nameOf(button) === name) ?? buttons[0])?.focus();
}

// Announces a text to users who cannot see the board.
export function announce(text) {
  const live = document.getElementById("live");
  live.append(make("span", {}, `${text} `));
  while (live.childNodes.length > 20) live.firstChild.remove();
}

export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  make("a", {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
