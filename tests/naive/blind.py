"""A free seat against players by ranges, over every deal of a small deck: its best answers, and what all then win.

``turn(state)`` says what a state is: ``("end", paid, pots)`` or ``("turn", seat, seen, [(label, state), …])``, as
`tests.naive.betting` plays games out. A player by ranges has a hand of a kind, ``"out"``, ``"pays"`` or ``"raises"``,
and does the first thing on its list that is on offer.
"""

LISTS = {
    "out": ("check", "look", "fold"),
    "pays": ("call", "open", "pay", "bet", "all-in", "check"),
    "raises": ("raise", "bet", "call", "open", "pay", "all-in", "check"),
}


def choice_of(kind, labels):
    words = [label.split()[0] for label in labels]
    return next((words.index(word) for word in LISTS[kind] if word in words), len(words) - 1)


def won(paid, pots, scores):
    gets = [-each for each in paid]
    for amount, seats in pots:
        top = max(scores[seat] for seat in seats)
        best = [seat for seat in seats if scores[seat] == top]
        for seat in best:
            gets[seat] += amount / len(best)
    return gets


def best_value(tree, deals, free, first_choice):
    """What the free seat wins in the mean with the best answers, its first turn being that of `first_choice`.

    ``deals`` are ``(probability, hands, scores, kinds)``; the free seat tells its hands apart by ``hands[free]``.
    """

    def value(node, left, decided):
        """Sum over the deals that come here, by the free seat's hand."""
        if node[0] == "end":
            found = {}
            for probability, hands, scores, _ in left:
                found[hands[free]] = found.get(hands[free], 0.0) + probability * won(*node[1:], scores)[free]
            return found
        _, seat, seen, actions = node
        labels = [label for label, _ in actions]
        if seat != free:
            parts = {}
            for deal in left:
                if seen:
                    place = choice_of(deal[3][seat], labels)
                else:
                    place = labels.index("look") if seat > free else 1 - labels.index("look")
                parts.setdefault(place, []).append(deal)
            return added([value(actions[place][1], part, decided) for place, part in parts.items()])
        if not seen:
            assert not decided
            place = labels.index("look") if first_choice == "look" else 1 - labels.index("look")
            return value(actions[place][1], left, True)
        options = [value(child, left, decided) for _, child in actions]
        return {hand: max(option.get(hand, 0.0) for option in options) for hand in {deal[1][free] for deal in left}}

    return sum(value(tree, deals, False).values())


def added(parts):
    total = {}
    for part in parts:
        for hand, worth in part.items():
            total[hand] = total.get(hand, 0.0) + worth
    return total
