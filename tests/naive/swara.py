"""The trick game, written from the rules a second time: cards are names, nothing is shared with the package.

Default rules only, but for `must_trump` and `must_overtake`. Money is counted in stakes of 1, a point is worth 1.
"""

from fractions import Fraction
from itertools import combinations
from math import comb

ORDER = "789TJQKA"
CARDS = [rank + suit for rank in ORDER for suit in "cdhs"]
POINTS = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10, "9": 9, "8": 8, "7": 7}


def taker(trick, trump):
    """Which of the cards, in the order of play, takes the trick: the highest trump, else the highest of that led."""
    trumps = [card for card in trick if card[1] == trump]
    able = trumps or [card for card in trick if card[1] == trick[0][1]]
    return sorted(able, key=lambda card: ORDER.index(card[0]))[-1]


def may_play(hand, trick, trump, *, must_trump=False, must_overtake=False):
    if trick == []:
        return set(hand)
    follow = {card for card in hand if card[1] == trick[0][1]}
    if follow:
        able = follow
    elif must_trump and any(card[1] == trump for card in hand):
        able = {card for card in hand if card[1] == trump}
    else:
        able = set(hand)
    if must_overtake:
        over = {card for card in able if taker([*trick, card], trump) == card}
        if over:
            able = over
    return able


def one_suited(hand):
    return hand[0][1] == hand[1][1] == hand[2][1]


def whip_seat(hands, trump):
    """Seat of the winning whip among (seat, hand) pairs, None without one: trump, then the higher card, then seat."""
    best = None
    for seat, hand in sorted(hands):
        if not one_suited(hand):
            continue
        key = (hand[0][1] == trump, max(ORDER.index(card[0]) for card in hand))
        if best is None or key > best[0]:
            best = (key, seat)
    return None if best is None else best[1]


def settle(hands, trump_card, stock, history, carried, shuffle):
    """Money of each seat, the stake taken off, and what stays in the pot, after a whole deal.

    `history` is what was done: (seat, kind, cards). `shuffle` shuffles a list in its place, as the referee does.
    """
    n = len(hands)
    money = [-1] * n
    pot = carried + n
    trump = trump_card[1]
    hands = [list(hand) for hand in hands]
    stock, thrown, playing = list(stock), [], []
    actions = list(history)
    for seat in range(n):
        _, kind, cards = actions.pop(0)
        if kind == "pass":
            assert seat not in (0, n - 1)
            thrown += hands[seat]
            continue
        if kind == "exchange":
            assert seat not in (0, n - 1)
            for card in cards:
                hands[seat].remove(card)
                hands[seat].append(stock.pop(0))
            thrown += cards
        playing.append(seat)
    winner = whip_seat([(seat, hands[seat]) for seat in playing], trump)
    if winner is not None:
        assert actions == []
        for step in range(1, n):
            payer = (winner + step) % n
            if payer in playing:
                if not stock:
                    stock, thrown = thrown, []
                    shuffle(stock)
                card = stock.pop(0)
                thrown.append(card)
                money[payer] -= POINTS[card[0]]
                money[winner] += POINTS[card[0]]
        money[winner] += pot
        return money, 0
    leader = playing[0]
    won = []
    for _ in range(3):
        table = []
        turn = playing.index(leader)
        for seat in playing[turn:] + playing[:turn]:
            who, kind, (card,) = actions.pop(0)
            assert (who, kind) == (seat, "card")
            assert card in may_play(hands[seat], [played for _, played in table], trump)
            hands[seat].remove(card)
            table.append((seat, card))
        best = taker([card for _, card in table], trump)
        leader = next(seat for seat, card in table if card == best)
        won.append(leader)
    assert actions == []
    for seat in playing:
        if won.count(seat) == 3:
            money[seat] += pot
            pot = 0
        if won.count(seat) == 2:
            for other in playing:
                if other != seat:
                    money[other] -= 1
                    money[seat] += 1
    return money, pot


def choose(hands, stock, plays, thrown):
    """Hands after the exchanges, what is left of the stock, and the discards."""
    stock, discards, ended = list(stock), [], []
    for hand, stays, cards in zip(hands, plays, thrown, strict=True):
        if not stays:
            ended.append(list(hand))
            discards += hand
            continue
        ended.append([card for card in hand if card not in cards] + [stock.pop(0) for _ in cards])
        discards += cards
    return ended, stock, discards


def mean_paid(stock, discards, payers, way):
    """Points that so many opponents pay on average, over every way to draw.

    `way`: ``discard`` or ``aside``, the stock and then all that was discarded or drawn; ``never``, the stock alone;
    ``return``, each card back before the next.
    """
    if payers == 0 or (not stock and (way == "never" or not discards)):
        return Fraction(0)
    if not stock:
        stock, discards = discards, []
    total = Fraction(0)
    for place, card in enumerate(stock):
        others = [*stock[:place], *stock[place + 1 :]]
        after = (stock, discards) if way == "return" else (others, [*discards, card])
        total += POINTS[card[0]] + mean_paid(*after, payers - 1, way)
    return total / len(stock)


def whip_counts(deck, n_players):
    """How many deals of `n_players` hands have 0, 1, ... whips, by dealing them all; for small decks."""
    counts = [0] * (n_players + 1)

    def deal(left, seat, whips):
        if seat == n_players:
            counts[whips] += 1
            return
        for hand in combinations(left, 3):
            deal([card for card in left if card not in hand], seat + 1, whips + one_suited(hand))

    deal(list(deck), 0, 0)
    return counts


def exchange_chance(hand, thrown, trump_card, deck=tuple(CARDS)):
    """Chance of a whip after throwing cards away, by drawing every set of cards."""
    kept = [card for card in hand if card not in thrown]
    unseen = [card for card in deck if card not in hand and card != trump_card]
    draws = list(combinations(unseen, len(thrown)))
    return Fraction(sum(one_suited([*kept, *draw]) for draw in draws), len(draws))


def whip_income(hand, trump_card, n_players, seat, deck):
    """(chance that the whip wins, mean payment of an opponent where it does), by dealing every deal; small decks.

    One card of the stock stands for what an opponent draws.
    """
    unseen = [card for card in deck if card not in hand and card != trump_card]
    seats = [each for each in range(n_players) if each != seat]
    deals = wins = points = cards = 0

    def deal(left, place, held):
        nonlocal deals, wins, points, cards
        if place == len(seats):
            deals += 1
            if whip_seat([*held, (seat, hand)], trump_card[1]) == seat:
                wins += 1
                points += sum(POINTS[card[0]] for card in left)
                cards += len(left)
            return
        for other in combinations(left, 3):
            deal([card for card in left if card not in other], place + 1, [*held, (seats[place], other)])

    deal(unseen, 0, [])
    return Fraction(wins, deals), Fraction(points, cards)


def best_for(hands, trump, leader, seat_pays):
    """Money under open cards where every seat does best for itself, by trying every line of play.

    Only for two players, whose wishes are opposed. `seat_pays(tricks of seat 0)` is what seat 0 gains.
    """

    def play(hands, leader, led, tricks):
        if not hands[0] and not hands[1]:
            return seat_pays(tricks)
        turn = leader if led is None else 1 - leader
        results = []
        for card in may_play(hands[turn], [led] if led else [], trump):
            left = [tuple(c for c in hand if c != card) for hand in hands]
            if led is None:
                results.append(play(left, leader, card, tricks))
            else:
                winner = leader if taker([led, card], trump) == led else turn
                results.append(play(left, winner, None, tricks + (winner == 0)))
        return max(results) if turn == 0 else min(results)

    return play(list(hands), leader, None, 0)


def dealt_chance(n_cards_of_suit=8, suits=4):
    """Chance that three cards from the deck are of one suit."""
    return Fraction(suits * comb(n_cards_of_suit, 3), comb(n_cards_of_suit * suits, 3))
