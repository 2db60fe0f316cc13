// Language, theme, game and players; then everything is shown once.

function showWords() {
  document.documentElement.lang = state.lang;
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
    element.title = t(element.dataset.tLabel);
  }
  if (state.message) say(state.message.key, state.message.values);
}

function showGames() {
  const titles = SHOWN.titles;
  fill("game", SHOWN.games.map((name, at) =>
    h("option", { value: name, selected: name === state.game }, titles[at][state.lang])));
}

function showPlayers() {
  const numbers = Object.keys(gameOf(state.game).players);
  pills("players", "players", numbers.map((n) => [n, n]), String(state.players), (n) => {
    state.players = Number(n);
    showHand();
    showBlind();
  });
}

function chooseGame(name) {
  const game = gameOf(name);
  const most = Math.max(...Object.keys(game.players).map(Number));
  state.game = name;
  state.players = Math.min(state.players, most);
  state.example = -1;
  state.betting = -1;
  state.line = 0;
  state.price = 0;
  if (!state.cards.every((card) => game.cards.includes(card))) state.cards = [];
  say(null);
  showAll();
}

function showAll() {
  showWords();
  showGames();
  showPlayers();
  showDeck();
  showHand();
  showBlind();
  showSvara();
  showRules();
}

function languagePills() {
  const languages = Object.entries(WORDS).map(([lang, words]) => [lang, words.language_short, words.language_name, lang]);
  pills("languages", "language", languages, state.lang, (lang) => { state.lang = lang; showAll(); });
}

// The dark sheet applies as the system says until the reader says otherwise.
function startTheme() {
  const sheet = byId("dark");
  const button = byId("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const show = () => {
    const dark = chosen === null ? system.matches : chosen;
    if (chosen !== null) sheet.media = dark ? "all" : "not all";
    button.setAttribute("aria-pressed", String(dark));
  };
  button.addEventListener("click", () => { chosen = button.getAttribute("aria-pressed") !== "true"; show(); });
  system.addEventListener("change", show);
  show();
}

byId("game").addEventListener("change", (event) => chooseGame(event.target.value));
byId("deck").addEventListener("keydown", moveInDeck);
byId("typed-form").addEventListener("submit", takeTyped);
byId("clear").addEventListener("click", clearHand);
byId("example").addEventListener("click", takeExample);
startTheme();
languagePills();
state.players = SHOWN.players;
chooseGame(SHOWN.games[0]);
