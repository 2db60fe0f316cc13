"""The referee: money is conserved in every line of play, and a second hand wrote the same game."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svara_odds.cards.hands import parse_cards, parse_hand
from svara_odds.errors import DealError
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.swara.match import play_match, shuffled_deal
from svara_odds.swara.state import Action, SwaraDeal
from tests.naive import swara as naive

RULES = load_trick_rules()
SOURCE = Path(__file__).parents[2] / "svara_odds" / "rules" / "variants" / "swara.toml"
CHANGES = {
    "must_trump": ["true"],
    "must_overtake": ["true"],
    "two_trick_payers": ['"trickless"'],
    "two_trick_share": ["0.1", "0.0"],
    "no_sweep": ['"two_tricks"'],
    "forced_seats": ["[]", '["dealer"]'],
    "forced_exchange": ["true"],
    "exchanges": ["0", "2", "3"],
    "exchange_cards": ["1", "2"],
    "whip_takes_pot": ["false"],
    "whip_order": ["[]", '["high_card", "trump"]'],
    "drawn_cards": ['"return"'],
    "passed_hands": ['"aside"'],
    "reshuffle": ['"always"', '"never"'],
    "leader": ['"dealer"'],
    "point_value": ["0.1"],
}


def changed(folder, changes):
    """The default rules with some fields changed, without the examples."""
    text = SOURCE.read_text(encoding="utf-8").split("[[examples]]")[0]
    lines = []
    for line in text.splitlines():
        key = line.split(" = ")[0]
        lines.append(f"{key} = {changes[key]}" if key in changes else line)
    path = folder / "other.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return load_trick_rules(path)


def at_random(rng):
    return lambda deal: rng.choice(deal.legal_actions())


def names(cards, rules=RULES):
    return [rules.deck.cards[card] for card in cards]


rule_changes = st.fixed_dictionaries({}, optional={key: st.sampled_from(values) for key, values in CHANGES.items()})


@settings(max_examples=300, deadline=None)
@given(rule_changes, st.integers(2, 10), st.integers(0, 2**32))
def test_money_is_conserved_in_every_line_under_any_rules(tmp_path_factory, changes, n_players, seed):
    rules = changed(tmp_path_factory.mktemp("rules"), changes)
    rng = random.Random(seed)
    carried = Fraction(rng.randrange(5))
    deal = shuffled_deal(rules, n_players, rng=rng, carried=carried)
    steps = 0
    while deal.phase != "done":
        deal.apply(rng.choice(deal.legal_actions()))
        assert sum(deal.money) + deal.pot == carried
        held = [*deal.stock, *deal.discards, *(card for hand in deal.hands for card in hand), deal.turn_up]
        assert len(set(held)) == len(held)
        if deal.phase == "choice":
            assert len(held) == rules.deck.n_cards
        steps += 1
    assert deal.legal_actions() == []
    assert deal.pot >= 0
    assert steps <= n_players * (rules.game.exchanges + 1) + 3 * n_players


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 10), st.integers(0, 2**32))
def test_the_twin_pays_the_same(n_players, seed):
    """Half of the deals are stacked with a whip or two, which are rare else."""
    rng = random.Random(seed)
    deal = shuffled_deal(RULES, n_players, rng=rng, carried=Fraction(seed % 3))
    if seed % 2:
        whip = rng.sample(range(rng.randrange(4), 32, 4), 3)
        order = [*whip, *rng.sample([card for card in range(32) if card not in whip], 29)]
        deal.hands = [tuple(sorted(order[3 * seat : 3 * seat + 3])) for seat in range(n_players)]
        deal.turn_up, deal.stock = order[3 * n_players], order[3 * n_players + 1 :]
    hands, stock = [names(hand) for hand in deal.hands], names(deal.stock)
    deal.rng = random.Random(seed)
    while deal.phase != "done":
        before = deal.legal_actions()
        if deal.phase == "tricks":
            trick = names([card for _, card in deal.trick])
            allowed = naive.may_play(names(deal.hands[deal.turn]), trick, "cdhs"[deal.trump])
            assert set(names([action.cards[0] for action in before])) == allowed
        deal.apply(rng.choice(before))
    history = [(seat, action.kind, names(action.cards)) for seat, action in deal.history]
    shuffle = random.Random(seed).shuffle
    money, pot = naive.settle(hands, names([deal.turn_up])[0], stock, history, seed % 3, shuffle)
    assert (deal.money, deal.pot) == (money, pot)


@settings(max_examples=300, deadline=None)
@given(st.permutations(range(32)), st.integers(1, 5), st.integers(0, 3), st.booleans(), st.booleans())
def test_legal_cards_and_trick_winner(tmp_path_factory, cards, played, trump, must_trump, must_overtake):
    flags = {"must_trump": must_trump, "must_overtake": must_overtake}
    rules = changed(tmp_path_factory.mktemp("rules"), {key: str(flag).lower() for key, flag in flags.items()})
    trick, hand = cards[:played], cards[played : played + 3]
    suit = "cdhs"[trump]
    assert names([trick[rules.trick_winner(trick, trump)]]) == [naive.taker(names(trick), suit)]
    legal = rules.legal_cards(hand, trick, trump)
    assert set(names(legal)) == naive.may_play(names(hand), names(trick), suit, **flags)
    assert set(rules.legal_cards(hand, [], trump)) == set(hand)


def deal_of(hands, turn_up, stock, rules=RULES, carried=0):
    deck = rules.deck
    return SwaraDeal(
        rules,
        [parse_hand(hand, deck) for hand in hands],
        deck.position(turn_up),
        list(parse_cards(stock, deck)),
        random.Random(0),
        Fraction(carried),
    )


def play_out(deal, *cards):
    while deal.phase == "choice":
        deal.apply(Action("play"))
    for card in cards:
        deal.apply(Action("card", (deal.rules.deck.position(card),)))
    return deal


def test_three_tricks_take_the_pot():
    deal = play_out(deal_of(["AcKcAh", "7c8h9d"], "Qc", "Td"), "Ac", "7c", "Kc", "9d", "Ah", "8h")
    assert (deal.money, deal.pot, deal.tricks) == ([1, -1], 0, [0, 0, 0])


def test_two_tricks_are_paid_a_stake_by_each_and_the_pot_stays():
    deal = deal_of(["AcKcAh", "7c8h9d", "7h8d9s"], "Qc", "Td", carried=5)
    deal = play_out(deal, "Kc", "7c", "9s", "Ah", "8h", "7h", "Ac", "9d", "8d")
    assert (deal.money, deal.pot) == ([7, -1, -1], 0)  # three after all
    deal = deal_of(["AcKdAh", "7cAd9d", "7h8d9s"], "Qc", "Td", carried=5)
    deal = play_out(deal, "Ac", "7c", "9s", "Kd", "Ad", "8d", "9d", "7h", "Ah")
    assert deal.tricks == [0, 1, 1]
    assert (deal.money, deal.pot) == ([-2, 1, -2], 8)


def test_one_trick_each_is_paid_nothing():
    deal = deal_of(["Ac7dKs", "7cAd8s", "7h8dAs"], "Qc", "Td")
    deal = play_out(deal, "Ac", "7c", "7h", "7d", "Ad", "8d", "8s", "As", "Ks")
    assert deal.tricks == [0, 1, 2]
    assert (deal.money, deal.pot) == ([-1, -1, -1], 3)


def test_a_whip_is_paid_by_those_in_play_from_its_left():
    deal = deal_of(["7h8d9s", "7d8h9c", "AcKcQc", "Td9h8s"], "Jc", "As Kd Qh")
    for action in ("play", "pass", "play", "play"):
        deal.apply(Action(action))
    # Seat 3, left of the winner, draws first: an ace, 11; seat 0 a king, 4; seat 1 is out.
    assert (deal.whip, [(seat, names([card])[0]) for seat, card in deal.drawn]) == (2, [(3, "As"), (0, "Kd")])
    assert (deal.money, deal.pot) == ([-5, -1, 18, -12], 0)


def test_the_discards_are_shuffled_in_when_the_stock_runs_out():
    deal = deal_of(["7h8d9s", "7d8h9c", "AcKcQc", "Td9h8s"], "Jc", "As")
    for action in ("play", "pass", "play", "play"):
        deal.apply(Action(action))
    (first, second) = (names([card])[0] for _, card in deal.drawn)
    assert first == "As"
    assert second in ("7d", "8h", "9c", "As")  # the hand that was passed, and the card just drawn


def test_the_turn_up_stays_and_nobody_draws_what_it_threw_away():
    deal = deal_of(["7h8d9s", "7d8h9c", "AdKcQc"], "Jc", "As Kd")
    deal.apply(Action("play"))
    assert Action("exchange", tuple(sorted(deal.hands[1]))) not in deal.legal_actions()  # the stock holds two
    deal.apply(Action("exchange", parse_hand("7d8h9c", RULES.deck)[:2]))
    assert sorted(names(deal.hands[1])) == ["9c", "As", "Kd"]
    assert sorted(names(deal.discards)) == ["7d", "8h"]
    assert deal.stock == []


def test_forced_seats_neither_pass_nor_exchange():
    deal = shuffled_deal(RULES, 4, rng=random.Random(3))
    assert deal.legal_actions() == [Action("play")]
    deal.apply(Action("play"))
    assert len(deal.legal_actions()) == 9  # play, pass, seven ways to throw cards away
    deal.apply(Action("pass"))
    deal.apply(Action("pass"))
    assert deal.legal_actions() == [Action("play")]


@pytest.mark.parametrize("n_players", [1, 11])
def test_too_few_or_too_many(n_players):
    with pytest.raises(DealError, match="2 to 10"):
        shuffled_deal(RULES, n_players, rng=random.Random(0))


def test_what_is_not_allowed_is_refused():
    deal = deal_of(["7h8d9s", "7d8h9c"], "Jc", "As Kd")
    with pytest.raises(DealError, match="pass is not allowed to seat 0"):
        deal.apply(Action("pass"))
    deal.apply(Action("play"))
    deal.apply(Action("play"))
    deal.apply(Action("card", (RULES.deck.position("7h"),)))
    with pytest.raises(DealError, match="card 7d is not allowed to seat 1"):
        deal.apply(Action("card", (RULES.deck.position("7d"),)))


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 6), st.integers(0, 2**32))
def test_the_pot_is_carried_from_deal_to_deal(n_players, seed):
    rng = random.Random(seed)
    carried = Fraction(0)
    for deal, money in play_match(RULES, n_players, deals=12, choose=at_random(rng), rng=rng):
        assert deal.carried == carried
        assert sum(money) + deal.pot == 0
        carried = deal.pot


def test_the_deal_passes_to_the_left():
    rng = random.Random(5)
    before = (Fraction(0),) * 3
    for number, (deal, money) in enumerate(play_match(RULES, 3, deals=5, choose=at_random(rng), rng=rng)):
        gains = [after - once for after, once in zip(money, before, strict=True)]
        assert [gains[(number + seat) % 3] for seat in range(3)] == deal.money
        before = money
