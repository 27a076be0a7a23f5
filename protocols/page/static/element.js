// Elements of the page, made from what they are called, what they have and what is in them. Text is always text.

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

export function select(choices, chosen, attributes = {}) {
  const options = choices.map(([value, text]) => make("option", {value, selected: String(value) === String(chosen)}, text));
  return make("select", attributes, ...options);
}

// Fills a place anew. Who was at a button there stays at the one of the same name, or at the first that can be pressed.
export function refill(place, ...children) {
  const nameOf = (button) => button.getAttribute("aria-label") ?? button.textContent;
  const name = place.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  place.replaceChildren(...children);
  if (name === null) return;
  const buttons = [...place.querySelectorAll("button:not(:disabled)")];
  (buttons.find((button) => nameOf(button) === name) ?? buttons[0])?.focus();
}

// Says something to who cannot see the board.
export function announce(text) {
  const live = document.getElementById("live");
  live.append(make("span", {}, `${text} `));
  while (live.childNodes.length > 20) live.firstChild.remove();
}
