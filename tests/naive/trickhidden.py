"""Which hands the others may hold, by dealing everything and playing it again; what each card is worth on average."""

from itertools import combinations

from tests.naive.trickplay import ORDER, after, best_place, legal, payments, wishes


def _deals(sizes, cards):
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        for rest in _deals(sizes[1:], [card for card in cards if card not in hand]):
            yield (frozenset(hand), *rest)


def replay(hands, played, n_players, trump, order=ORDER, **must):
    """Seat to play, table, leader and tricks after the cards played, or None if one of them was not legal."""
    left = [set(hand) for hand in hands]
    leader, table, tricks = 0, (), [0] * n_players
    for card in played:
        seat = (leader + len(table)) % n_players
        if card not in left[seat] or card not in legal(sorted(left[seat]), table, trump, order=order, **must):
            return None
        left[seat].remove(card)
        table = (*table, card)
        if len(table) == n_players:
            leader = (leader + best_place(table, trump, order)) % n_players
            tricks[leader] += 1
            table = ()
    return (leader + len(table)) % n_players, table, leader, tuple(tricks)


def deals_that_fit(deck, turned, hand, played, n_players, **must):
    """Cards still held by each seat, for every deal in which the cards could be played as they were."""
    trump = turned[1]
    shown = [[] for _ in range(n_players)]
    leader, table = 0, ()
    for card in played:
        shown[(leader + len(table)) % n_players].append(card)
        table = (*table, card)
        if len(table) == n_players:
            leader = (leader + best_place(table, trump)) % n_players
            table = ()
    turn = (leader + len(table)) % n_players
    unseen = [card for card in deck if card not in {turned, *hand, *played}]
    sizes = [0 if seat == turn else 3 - len(cards) for seat, cards in enumerate(shown)]
    fitting = []
    for hidden in _deals(sizes, unseen):
        held = [frozenset(hand) if seat == turn else cards for seat, cards in enumerate(hidden)]
        whole = [cards | set(shown[seat]) for seat, cards in enumerate(held)]
        if any(len({card[1] for card in cards}) == 1 for cards in whole):
            continue
        if replay(whole, played, n_players, trump, **must) is not None:
            fitting.append(tuple(held))
    return fitting


def card_values(deals, trump, played, pay, **must):
    """Mean payment after each legal card over the deals, with open cards, each playing for itself."""
    n_players = len(deals[0])
    wish = wishes(n_players, **pay)
    totals = {}
    for held in deals:
        shown = _shown(held, played, n_players, trump)
        turn, table, leader, tricks = replay(shown, played, n_players, trump, **must)
        hands = [tuple(sorted(hand)) for hand in held]
        for card in legal(hands[turn], table, trump, **must):
            result = after(hands, turn, card, trump, wish, table, leader, tricks, **must)
            totals[card] = totals.get(card, 0.0) + payments(result, **pay)[turn]
    return {card: total / len(deals) for card, total in totals.items()}


def _shown(held, played, n_players, trump):
    """Whole hands: what is held and what was played."""
    whole = [set(hand) for hand in held]
    leader, table = 0, ()
    for card in played:
        whole[(leader + len(table)) % n_players].add(card)
        table = (*table, card)
        if len(table) == n_players:
            leader = (leader + best_place(table, trump)) % n_players
            table = ()
    return whole
