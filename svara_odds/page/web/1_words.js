// Words, numbers and elements. Text only ever becomes text: nothing here or below writes HTML.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const WORDS = read("words");
const SHOWN = read("shown");
const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SCALE = 1000000;
const NO_BREAK = "\u00a0";

const state = {
  lang: SHOWN.lang, game: null, players: 0, cards: [], example: -1, message: null,
  pot: "10", tied: 2, joiners: 1, price: 0, betting: -1, line: 0,
};

const byId = (id) => document.getElementById(id);

function t(key, values = {}) {
  const text = WORDS[state.lang][key];
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// An element: attributes by name, "on…" as listeners, children as elements or text.
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity));
  return element;
}

const fill = (id, ...children) => byId(id).replaceChildren(...children.flat(Infinity));

// A number as this language writes it: its digits stay as the package made them.
const local = (digits) => String(digits).replace(".", t("decimal"));

// The digits of a figure in percent. Millionths become percent by moving the point, not by reckoning.
function digits(figure) {
  if (figure === -1) return "<" + local("0.0001");
  if (figure === SCALE + 1) return ">" + local("99.9999");
  if (figure === 0 || figure === SCALE) return figure === 0 ? "0" : "100"; // nothing and all are just that
  const text = String(figure).padStart(5, "0");
  return text.slice(0, -4) + t("decimal") + text.slice(-4);
}
const percent = (figure) => digits(figure) + NO_BREAK + "%";

// The same with its last two digits small.
function percentParts(figure) {
  const [, large, small] = digits(figure).match(/^(\d+|.*[.,]\d\d)(\d\d)?$/);
  return [large, h("small", {}, (small || "") + NO_BREAK + "%")];
}

const rankText = (card) => (card[0] === "T" ? "10" : card[0]);
const cardText = (card) => rankText(card) + SYMBOLS[card[1]];
const cardName = (card) => t("told.card", { rank: t("told.rank." + card[0]), suit: t("told.suit." + card[1]) });

function cardChip(card, dim = false) {
  return h("span", { class: "chip suit-" + card[1] + (dim ? " dim" : "") }, cardText(card));
}
// The face of a card on a button: signs for the eye, words for a screen reader.
function cardFace(card, spoken) {
  return [
    h("b", { "aria-hidden": "true" }, rankText(card)),
    h("span", { "aria-hidden": "true" }, SYMBOLS[card[1]]),
    h("span", { class: "sr" }, spoken),
  ];
}
const cardChips = (cards) => h("span", { class: "chips" }, cards.map((card) => cardChip(card)));

// Cards as a text that is read aloud.
const spokenCards = (cards) => cards.map(cardName).join(", ");

function keyedTable(heads, rows, caption) {
  return h("table", {},
    h("caption", { class: "sr" }, caption),
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows));
}

function definitions(pairs) {
  return h("dl", {}, pairs.map(([term, value, kind]) =>
    h("div", { class: kind || "" }, h("dt", {}, term), h("dd", {}, value))));
}

// A bar of named parts; each part takes room by its figure and says its letter where there is room for one.
function stackedBar(parts) {
  return h("span", { class: "stack" }, parts.filter(([, figure]) => figure > 0).map(([kind, figure, letter]) => {
    const part = h("span", { class: "part " + kind }, figure > SCALE / 12 ? letter : "");
    part.style.flexGrow = figure;
    return part;
  }));
}

function field(id, label, control, kind = "") {
  control.id = id;
  return h("div", { class: "field " + kind }, h("label", { for: id }, label), control);
}

// Options are value and text, and the heading that they stand under where there is one.
function choice(options, chosen, change) {
  const shown = ([value, text]) => h("option", { value, selected: value === chosen }, text);
  const groups = [...new Set(options.map(([, , group]) => group))];
  const select = h("select", {}, groups.map((group) => {
    const own = options.filter((option) => option[2] === group).map(shown);
    return group === undefined ? own : h("optgroup", { label: group }, own);
  }));
  select.addEventListener("change", () => change(select.value));
  return select;
}

// Radio buttons as pills; the browser itself moves between them with the arrow keys.
function pills(id, name, options, chosen, change) {
  fill(id, options.map(([value, text, spoken, lang]) => {
    const input = h("input", { type: "radio", name, value, id: name + "-" + value, checked: value === chosen });
    input.addEventListener("change", () => change(value));
    const label = h("label", { for: input.id, lang: lang || null }, text, spoken ? h("span", { class: "sr" }, " " + spoken) : "");
    return h("span", { class: "pill" }, input, label);
  }));
}
