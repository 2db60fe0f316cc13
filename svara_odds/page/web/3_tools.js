// Buying into a svara, solved strategies, blind bets, the rules in words.

// --- svara: every share of the pot is the package's fraction; the pot given here is all that it is multiplied with --

function amount([numerator, denominator]) {
  const value = (Number(state.pot.replace(",", ".")) * numerator) / denominator;
  const size = Math.abs(value);
  const text = size > 0 && size < 0.005 ? size.toPrecision(1) : size.toFixed(2); // what is not nothing never looks like it
  return (value < 0 ? "−" : "") + local(text.replace(/\.00$/, ""));
}

const signed = (fraction) => (fraction[0] > 0 ? "+" : "") + amount(fraction);

function priceName([price, running]) {
  const key = "price_" + price.replace("/", "_");
  const name = key in WORDS[state.lang] ? t(key) : t("price_other", { n: price.replace("P/", "") });
  return running ? t("price_running", { price: name }) : name;
}

function pricesOf(game) {
  const [own, ...others] = game.buyIn.prices; // the game's own comes first
  return [[own, t("price_own", { price: priceName(own) })], ...others.map((price) => [price, priceName(price)])];
}

function showSvara() {
  const game = gameOf(state.game);
  byId("svara").hidden = !game.buyIn;
  if (!game.buyIn) return;
  const prices = pricesOf(game);
  const most = game.buyIn.most;
  state.tied = Math.min(state.tied, most - 1);
  state.joiners = Math.min(state.joiners, most - state.tied);
  state.price = Math.min(state.price, prices.length - 1);
  const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => [String(first + i), String(first + i)]);
  const set = (key) => (value) => { state[key] = Number(value); showSvara(); byId("svara-" + key).focus(); };
  const pot = h("input", { type: "text", inputmode: "decimal", value: state.pot, autocomplete: "off", maxlength: "12",
    "aria-describedby": "svara-answer" });
  pot.addEventListener("input", () => { state.pot = pot.value.trim(); showSvaraAnswer(); });
  fill("svara-form",
    field("svara-pot", t("pot"), pot),
    field("svara-tied", t("tied"), choice(upTo(2, most - 1), String(state.tied), set("tied"))),
    field("svara-joiners", t("joiners"), choice(upTo(1, most - state.tied), String(state.joiners), set("joiners"))),
    field("svara-price", t("price_rule"),
      choice(prices.map(([, text], at) => [String(at), text]), String(state.price), set("price")), "wide"));
  showSvaraAnswer();
}

function showSvaraAnswer() {
  const game = gameOf(state.game);
  const good = /^\d+([.,]\d+)?$/.test(state.pot) && Number(state.pot.replace(",", ".")) > 0;
  byId("svara-pot").setAttribute("aria-invalid", String(!good));
  if (!good) return fill("svara-answer", h("p", { class: "message" }, t("pot_error")));
  const [price, running] = game.buyIn.prices[state.price];
  const found = game.buyIn.cases[[price, running ? 1 : 0, state.tied, state.joiners].join("|")];
  return fill("svara-answer", svaraVerdicts(found), definitions([
    ...joinerRows(found), [t("pot_then"), amount(found.pot)], [t("tied_own"), amount(found.tied)]]));
}

// One joiner stands for all, unless each pays another price.
const joinerLabel = (found, at, text) => (found.pay.length > 1 ? `${t("joiner_n", { n: at + 1 })}: ${text}` : text);

function svaraVerdicts(found) {
  return found.net.map(([numerator], at) => {
    const kind = numerator > 0 ? "gain" : numerator < 0 ? "loss" : "fair";
    return h("p", { class: "verdict " + kind }, joinerLabel(found, at, t("verdict_" + kind)));
  });
}

function joinerRows(found) {
  return found.pay.map((pay, at) => [
    [joinerLabel(found, at, t("you_pay")), amount(pay)],
    [joinerLabel(found, at, t("your_part")), amount(found.part[at])],
    [joinerLabel(found, at, t("net")), signed(found.net[at])],
  ]).flat();
}

// --- solved strategies: shown where the package has a table for the game -------------------------------------------

const whole = (share) => share + NO_BREAK + "%"; // frequencies are whole percents
const ACTION_LOOKS = 4; // colours with patterns in the style sheet

// "bet 2" in this language; a word that is not known stays as it is.
function actionText(action) {
  const [word, ...sizes] = action.split(" ");
  return ["action." + word in WORDS[state.lang] ? t("action." + word) : word, ...sizes.map((size) => (size === "to" ? t("size_to") : local(size)))].join(NO_BREAK);
}

// Seats are told by where they sit: the first is left of the dealer, the last deals.
function seatText(seat, players) {
  if (seat === 0) return t("seat_first");
  return seat === players - 1 ? t("seat_dealer") : t("seat_n", { n: seat + 1 });
}

// "0 bet 2" is what seat 0 did.
function stepText(step, players) {
  const [seat, ...action] = step.split(" ");
  return `${seatText(Number(seat), players)}: ${actionText(action.join(" "))}`;
}

const lineText = (line, players) =>
  (line.before.length ? line.before.map((step) => stepText(step, players)).join(", ") : t("line_start"));

// Whether tables are there for so many players; where there are others only, buttons that go to those.
function tablesOrOffers(section, game, tables) {
  byId(section).hidden = !tables.length;
  const own = tables.filter((one) => one.players === state.players);
  if (own.length || !tables.length) return own;
  const numbers = [...new Set(tables.map((one) => one.players))];
  fill(section + "-body", h("p", { class: "row" }, numbers.map((players) =>
    h("button", { type: "button", onclick: () => { byId("players-" + players).click(); byId(section).focus(); } },
      t("offer", { players })))));
  return own;
}

function showAdvice(game, hand) {
  const tables = tablesOrOffers("advice", game, game.solved ? game.solved.strategies : []);
  if (!tables.length) return;
  // The cards are what was asked about: first a table that begins with them.
  if (state.betting < 0) state.betting = Math.max(0, tables.findIndex((one) => one.lines[0].byLevel));
  state.betting = Math.min(state.betting, tables.length - 1);
  const solved = tables[state.betting];
  state.line = Math.min(state.line, solved.lines.length - 1);
  const line = solved.lines[state.line];
  const show = (id) => { showAdvice(game, hand); byId(id).focus(); };
  const setBetting = (value) => { state.betting = Number(value); state.line = 0; show("advice-betting"); };
  const setLine = (value) => { state.line = Number(value); show("advice-line"); };
  const bettings = tables.map((one, at) => [String(at), t(one.blind ? "with_blind" : "without_blind")]);
  fill("advice-body",
    tables.length > 1 ? field("advice-betting", t("betting"), choice(bettings, String(state.betting), setBetting)) : "",
    field("advice-line", t("line"), choice(lineOptions(solved), String(state.line), setLine)),
    h("p", { class: "turn" }, `${lineText(line, solved.players)} → ${t("your_turn")}`),
    line.byLevel ? matrixAndHand(game, line, hand) : ownPlay(t("your_play_blind"), line, line.byClass.map(([share]) => share)),
    h("p", { class: "hint" }, t("strategy_help", {
      players: solved.players, ante: local(solved.ante), bets: solved.bets.map(local).join(", "),
      exploitability: local(solved.exploitability) })));
}

const lineOptions = (solved) => solved.lines.map((line, at) =>
  [String(at), lineText(line, solved.players), t("you_are", { seat: seatText(line.seat, solved.players) })]);

function matrixAndHand(game, line, hand) {
  const never = hand && line.reach[game.levelOf[hand.number]] === 0;
  return [
    hand ? ownPlay(t("your_play"), line, line.byClass.map((row) => row[hand.number])) : "",
    never ? h("p", { class: "hint" }, t("never_here")) : "",
    actionMatrix(game, line, hand),
  ];
}

// What to do, the most frequent first: one action for good, or a mix of them.
function ownPlay(heading, line, shares) {
  const taken = line.actions.map((action, at) => [action, shares[at]]).filter(([, share]) => share > 0);
  const [[only], ...others] = taken.sort(([, one], [, other]) => other - one);
  const mix = () => taken.map(([action, share]) => `${actionText(action)}: ${whole(share)}`).join(", ");
  return [
    h("h3", {}, heading),
    h("p", { class: "verdict" }, others.length ? mix() : t("play_always", { action: actionText(only) })),
    others.length ? h("p", { class: "hint" }, t("mix_help")) : "",
  ];
}

// Actions are told apart by colour, by pattern and by letter; actions of one letter are numbered.
function actionLetters(line) {
  const letters = line.actions.map((action) => {
    const key = "letter." + action.split(" ")[0];
    return key in WORDS[state.lang] ? t(key) : action[0].toUpperCase();
  });
  const alike = (letter) => letters.filter((other) => other === letter).length > 1;
  return letters.map((letter, at) => (alike(letter) ? letter + String(at + 1) : letter));
}

const actionKey = (letters, at) => h("span", { class: "key act-" + (at % ACTION_LOOKS), "aria-hidden": "true" }, letters[at]);

function actionMatrix(game, line, hand) {
  const letters = actionLetters(line);
  const own = hand ? game.levelOf[hand.number] : -1;
  const rows = game.points.map((points, level) => {
    const shares = line.byLevel.map((row) => row[level]);
    const never = line.reach[level] === 0;
    const words = line.actions.map((action, at) => `${actionText(action)} ${whole(shares[at])}`).join(", ");
    const parts = shares.map((share, at) => ["act-" + (at % ACTION_LOOKS), share * (SCALE / 100), letters[at]]);
    const bar = stackedBar(parts);
    bar.setAttribute("aria-hidden", "true");
    return h("tr", { "aria-current": level === own ? "true" : null, class: never ? "never" : null },
      h("th", { scope: "row" }, local(points)),
      h("td", {}, bar, h("span", { class: "sr" }, never ? `${words} (${t("never_here")})` : words)));
  }).reverse();
  const key = h("p", { class: "legend" }, line.actions.map((action, at) =>
    [h("span", { class: "keyed" }, actionKey(letters, at), " " + actionText(action)), " "]));
  const unreached = line.reach.includes(0) ? h("p", { class: "hint" }, t("never_help")) : "";
  return [key, unreached, keyedTable([t("head_points"), t("how_often")], rows, t("strategy"))];
}

function showBlind() {
  const game = gameOf(state.game);
  const rows = tablesOrOffers("blind", game, game.solved ? game.solved.blinds : []);
  if (!rows.length) return;
  fill("blind-body", h("p", { class: "hint" }, t("blind_help")), keyedTable(
    [t("blind_size"), t("blind_gain"), t("blind_often"), t("blind_double")],
    rows.map((row) => h("tr", {},
      h("th", { scope: "row" }, local(row.blind)), h("td", {}, local(row.gain)),
      h("td", {}, whole(row.frequency)), h("td", {}, row.frequency ? row.double.map(whole).join(", ") : "–"))),
    t("blind")));
}

// --- the rules ------------------------------------------------------------------------------------------------------

function showRules() {
  const { title, sections } = gameOf(state.game).words[state.lang];
  fill("rules-body", h("p", {}, h("b", {}, title)), sections.map(([heading, sentences], at) =>
    h("details", { open: at === 1 }, h("summary", {}, heading), h("ul", {}, sentences.map((sentence) => h("li", {}, sentence))))));
}
