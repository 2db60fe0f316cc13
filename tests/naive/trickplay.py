"""Three tricks with open cards, by trying every legal card in turn. Cards are names; trump is a suit letter."""

ORDER = "789TJQKA"


def beats(card, other, trump, order=ORDER):
    """Whether a card played later takes the trick from the best one so far."""
    if card[1] == other[1]:
        return order.index(card[0]) > order.index(other[0])
    return card[1] == trump


def best_place(table, trump, order=ORDER):
    best = 0
    for place in range(1, len(table)):
        if beats(table[place], table[best], trump, order):
            best = place
    return best


def legal(hand, table, trump, must_trump=False, must_overtake=False, order=ORDER):
    if not table:
        return list(hand)
    allowed = [card for card in hand if card[1] == table[0][1]]
    if not allowed and must_trump:
        allowed = [card for card in hand if card[1] == trump]
    allowed = allowed or list(hand)
    if must_overtake:
        best = table[best_place(table, trump, order)]
        allowed = [card for card in allowed if beats(card, best, trump, order)] or allowed
    return allowed


def payments(tricks, pot, share, carry_value=None, trickless=False, two_tricks_win=False):
    """What each player is paid, the stakes being gone."""
    n = len(tricks)
    paid = [0.0] * n
    enough = 2 if two_tricks_win else 3
    winner = next((seat for seat in range(n) if tricks[seat] >= enough), None)
    if winner is None:
        paid = [pot * (1 / n if carry_value is None else carry_value)] * n
    else:
        paid[winner] = float(pot)
    for seat in range(n):
        if tricks[seat] == 2:
            for other in range(n):
                if other != seat and not (trickless and tricks[other] == 1):
                    paid[other] -= share
                    paid[seat] += share
    return paid


def wishes(n, hero=None, **pay):
    """For each seat a function of the tricks that is larger the more it likes them."""

    def own(seat):
        return lambda tricks: (round(payments(tricks, **pay)[seat], 9), *tricks[seat:], *tricks[:seat])

    if hero is None:
        return [own(seat) for seat in range(n)]
    likes = own(hero)
    return [likes if seat == hero else lambda tricks: tuple(-part for part in likes(tricks)) for seat in range(n)]


def play(hands, turn, trump, wish, table=(), leader=None, tricks=None, **must):
    """Tricks of each seat when all do the best for themselves, by trying every card.

    `table` holds the cards of the trick so far, from `leader` on.
    """
    n = len(hands)
    tricks = (0,) * n if tricks is None else tuple(tricks)
    leader = turn if leader is None else leader
    if sum(tricks) == 3:
        return tricks
    found = None
    for card in legal(hands[turn], table, trump, **must):
        result = after(hands, turn, card, trump, wish, table, leader, tricks, **must)
        if found is None or wish[turn](result) > wish[turn](found):
            found = result
    return found


def after(hands, turn, card, trump, wish, table, leader, tricks, **must):
    """The same once `card` has been played."""
    n = len(hands)
    left = [tuple(c for c in hand if c != card) if seat == turn else hand for seat, hand in enumerate(hands)]
    table = (*table, card)
    if len(table) < n:
        return play(left, (turn + 1) % n, trump, wish, table, leader, tricks, **must)
    taker = (leader + best_place(table, trump, must.get("order", ORDER))) % n
    tricks = tuple(count + (seat == taker) for seat, count in enumerate(tricks))
    return play(left, taker, trump, wish, (), taker, tricks, **must)
