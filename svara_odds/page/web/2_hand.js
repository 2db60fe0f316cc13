// The hand: choosing it, and what the package knows of it.

const GAMES = new Map(SHOWN.games.map((name) => [name, null]));
const DECK_SUITS = ["s", "h", "d", "c"];

// A game is read when it is first looked at: four of them would keep a phone waiting.
function gameOf(name) {
  if (GAMES.get(name) === null) GAMES.set(name, read("game-" + name));
  return GAMES.get(name);
}

const FEW_ROWS = 6; // a longer table is folded away

const complete = () => state.cards.length === 3;

// Row of the hand among all hands, in colexicographic order.
function handIndex(positions) {
  const [low, middle, high] = [...positions].sort((a, b) => a - b);
  return (high * (high - 1) * (high - 2)) / 6 + (middle * (middle - 1)) / 2 + low;
}

function handOf(game, cards) {
  const positions = cards.map((card) => game.cards.indexOf(card)).sort((a, b) => a - b);
  const index = handIndex(positions);
  return { positions, index, number: game.classOf[index], term: game.terms[game.termOf[index]] };
}

// --- choosing ---------------------------------------------------------------------------------------------------

function say(key, values = {}) {
  state.message = key && { key, values };
  byId("message").textContent = key ? t(key, values) : "";
  byId("typed").setAttribute("aria-invalid", String(Boolean(key)));
}

function toggleCard(card) {
  const place = state.cards.indexOf(card);
  if (place >= 0) state.cards.splice(place, 1);
  else if (complete()) return say("error_three");
  else state.cards.push(card);
  say(null);
  return showHand();
}

function parseCards(text, game) {
  const cards = [];
  const tokens = text.replace(/[\s,;]+/g, "").match(/(10|[^0-9]|[0-9])[cdhs♣♦♥♠♤♡♢♧]\uFE0F?|.+/giu) || [];
  for (const token of tokens) {
    const suit = token.replace("\uFE0F", "").slice(-1).toLowerCase();
    const at = Math.max("cdhs".indexOf(suit), "♣♦♥♠".indexOf(suit), "♧♢♡♤".indexOf(suit));
    const rank = token.replace("\uFE0F", "").slice(0, -1).toUpperCase().replace("10", "T");
    const card = rank + "cdhs"[at];
    if (!game.cards.includes(card)) return { error: ["error_unknown", { text: token.slice(0, 12) }] };
    if (cards.includes(card)) return { error: ["error_twice", { card: cardText(card) }] };
    cards.push(card);
  }
  return cards.length === 3 ? { cards } : { error: ["error_count", {}] };
}

function takeTyped(event) {
  event.preventDefault();
  const { cards, error } = parseCards(byId("typed").value, gameOf(state.game));
  if (error) return say(...error);
  state.cards = cards;
  say(null);
  return showHand();
}

function takeExample() {
  const { examples } = gameOf(state.game);
  state.example = (state.example + 1) % examples.length;
  state.cards = [...examples[state.example]];
  say(null);
  showHand();
}

function clearHand() {
  state.cards = [];
  say(null);
  showHand();
  byId("deck").querySelector("[tabindex='0']").focus();
}

// --- the deck: one tab stop, arrow keys inside --------------------------------------------------------------------

function deckRows(game) {
  const ranks = [...new Set(game.cards.map((card) => card[0]))];
  const rows = DECK_SUITS.map((suit) => ranks.map((rank) => (game.cards.includes(rank + suit) ? rank + suit : null)));
  return { ranks, rows: rows.filter((row) => row.some(Boolean)) };
}

function showDeck() {
  const { ranks, rows } = deckRows(gameOf(state.game));
  const deck = byId("deck");
  deck.style.setProperty("--ranks", ranks.length);
  fill("deck", rows.map((row, y) => row.map((card, x) =>
    (card === null
      ? h("span", { class: "gap" })
      : h("button", {
        type: "button", class: "card suit-" + card[1], "data-card": card, "data-x": x, "data-y": y,
        tabindex: "-1", onclick: () => toggleCard(card),
      }, cardFace(card, cardName(card)))))));
  deck.querySelector("button").tabIndex = 0;
  markDeck();
}

function markDeck() {
  for (const button of byId("deck").querySelectorAll("button")) {
    const chosen = state.cards.includes(button.dataset.card);
    button.setAttribute("aria-pressed", String(chosen));
    button.classList.toggle("full", complete() && !chosen);
  }
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function moveInDeck(event) {
  const from = event.target.closest("button");
  if (!from) return;
  const buttons = [...byId("deck").querySelectorAll("button")];
  const at = (x, y) => buttons.find((button) => +button.dataset.x === x && +button.dataset.y === y);
  const row = buttons.filter((button) => button.dataset.y === from.dataset.y);
  let next = null;
  if (event.key === "Home") next = row[0];
  else if (event.key === "End") next = row[row.length - 1];
  else if (event.key in STEPS) {
    const [dx, dy] = STEPS[event.key];
    let [x, y] = [+from.dataset.x + dx, +from.dataset.y + dy];
    while (!(next = at(x, y)) && x >= 0 && y >= 0 && x < 13 && y < 4) [x, y] = [x + dx, y + dy];
  } else return;
  event.preventDefault();
  if (next) focusCard(next);
}

function focusCard(button) {
  for (const other of byId("deck").querySelectorAll("button")) other.tabIndex = -1;
  button.tabIndex = 0;
  button.focus();
}

// --- the answer ---------------------------------------------------------------------------------------------------

function showHand() {
  markDeck();
  const game = gameOf(state.game);
  const hand = complete() ? handOf(game, state.cards) : null;
  showHero(game, hand);
  showOdds(game, hand);
  showStanding(game, hand);
  showAdvice(game, hand);
}

const figuresOf = (game, hand, players) =>
  Object.fromEntries(["win", "svara", "lose", "equity", "place", "worse"].map((key) =>
    [key, game.players[players][key][hand.number]]));

const outcomeBar = (odds) =>
  stackedBar(["win", "svara", "lose"].map((key) => [key, odds[key], t(key + "_letter")]));

function showHero(game, hand) {
  fill("slots", [0, 1, 2].map((place) => {
    const card = state.cards[place];
    if (!card) return h("span", { class: "slot" }, h("span", { class: "sr" }, t("empty_place")));
    return h("button", {
      type: "button", class: "slot card suit-" + card[1],
      onclick: () => { toggleCard(card); focusCard(byId("deck").querySelector(`[data-card="${card}"]`)); },
    }, cardFace(card, t("take_back", { card: cardName(card) })));
  }));
  if (!hand) {
    fill("number", h("p", { class: "prompt" }, t("choose")));
    fill("bar");
    byId("spoken").textContent = "";
    return;
  }
  const odds = figuresOf(game, hand, state.players);
  const points = game.words[state.lang].points[game.levelOf[hand.number]];
  fill("number",
    h("p", { class: "label" }, t("share")),
    h("p", { class: "big" }, percentParts(odds.equity)),
    h("p", { class: "points" }, points));
  fill("bar", outcomeBar(odds));
  const spoken = Object.fromEntries(["equity", "win", "svara", "lose"].map((key) => [key, percent(odds[key])]));
  byId("spoken").textContent = t("spoken", { ...spoken, hand: spokenCards(state.cards), points, players: state.players });
}

function showOdds(game, hand) {
  if (!hand) return fill("odds", h("p", { class: "hint" }, t("choose")));
  const odds = figuresOf(game, hand, state.players);
  const rows = Object.keys(game.players).map((players) => {
    const row = figuresOf(game, hand, players);
    return h("tr", { "aria-current": +players === state.players ? "true" : null },
      h("th", { scope: "row" }, players),
      ["win", "svara", "lose", "equity"].map((key) => h("td", { "data-figure": key }, digits(row[key]))));
  });
  return fill("odds",
    definitions(["win", "svara", "lose"].map((key) => [t(key), percentParts(odds[key]), "outcome " + key])),
    h("p", { class: "hint" }, t("share_help")),
    h("h3", {}, t("by_players"), h("span", { class: "hint" }, NO_BREAK + t("percent").replace(" ", NO_BREAK))),
    keyedTable([t("players_short"), t("win"), t("svara"), t("lose"), t("share_short")], rows, t("by_players")));
}

// What makes the points: the cards that count, jokers apart, the others faint.
function termText([kind, cards]) {
  return t(kind === "suit" && cards.length === 1 ? "kind_single" : "kind_" + kind.replace(" ", "_"));
}

function madeBy(hand, game) {
  const names = hand.positions.map((position) => game.cards[position]);
  const used = hand.term.flatMap(([, cards, jokers]) => [...cards, ...jokers]);
  const words = hand.term.map(termText).join(" + ");
  return [h("b", {}, words), " ", h("span", { class: "chips" }, names.map((name, at) => cardChip(name, !used.includes(at))))];
}

function showStanding(game, hand) {
  byId("standing").hidden = !hand;
  if (!hand) return;
  const odds = figuresOf(game, hand, state.players);
  const { all, beat, tie, above } = game.opposing;
  const levels = above[hand.number];
  const rows = levels.map((hands, down) => [game.points.length - 1 - down, hands]).filter(([, hands]) => hands > 0);
  fill("standing-body",
    h("p", {}, madeBy(hand, game)),
    h("p", {}, t("worse", { share: percent(odds.worse) }) + "."),
    h("p", {}, t("place", { place: odds.place, all: game.levelOf.length }) + "."),
    h("h3", {}, t("beaten_by")),
    h("p", {}, beat[hand.number] ? "" : t("beaten_none") + " ",
      t("beaten_line", { all, beat: beat[hand.number], tie: tie[hand.number] })),
    rows.length ? beatenTable(game, hand, rows) : "");
}

function beatenTable(game, hand, rows) {
  const examples = examplesAbove(game, hand);
  const body = rows.map(([level, hands]) => h("tr", {},
    h("th", { scope: "row" }, local(game.points[level])),
    h("td", {}, String(hands)),
    h("td", { class: "such" }, examples.has(level) ? cardChips(examples.get(level)) : "")));
  const table = keyedTable([t("head_points"), t("head_hands"), t("head_such")], body, t("beaten_by"));
  return rows.length > FEW_ROWS ? h("details", {}, h("summary", {}, t("all_scores", { n: rows.length })), table) : table;
}

// For each level above the hand's own, the first hand of it that shares no card with the hand.
function examplesAbove(game, hand) {
  const found = new Map();
  const own = new Set(hand.positions);
  let index = 0;
  for (let high = 2; high < game.cards.length; high += 1) {
    for (let middle = 1; middle < high; middle += 1) {
      for (let low = 0; low < middle; low += 1, index += 1) {
        const level = game.levelOf[game.classOf[index]];
        if (level <= game.levelOf[hand.number] || found.has(level)) continue;
        if (![low, middle, high].some((card) => own.has(card))) {
          found.set(level, [high, middle, low].map((card) => game.cards[card]));
        }
      }
    }
  }
  return found;
}
