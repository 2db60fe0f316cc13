"""Chains of svaras played to the end, hand by hand, with the strategies of every round."""

from tests.naive.cfr import payoff


def chain(rounds, start, cap, draw):
    """What each seat of the game at the start wins in one deal, with all svaras that follow.

    `rounds` maps a number of seats and a pot to ``(root, deals, weights, strategies)``, trees and deals as in
    `tests.naive.cfr`; from the pot `cap` on a tie is shared.
    """
    root, deals, weights, strategies = rounds[start]
    strengths, node = None, root
    (_, classes, strengths) = draw.choices(deals, cum_weights=weights)[0]
    while "paid" not in node:
        infoset = node["number"], node["cells"][classes[node["player"]]]
        node = draw.choices(node["children"], weights=strategies[infoset])[0]
    ((pot, seats),) = node["pots"]
    best = max(strengths[seat] for seat in seats)
    tied = sorted(seat for seat in seats if strengths[seat] == best)
    if len(tied) == 1 or pot >= cap:
        return [payoff(node, strengths, seat) for seat in range(len(classes))]
    gets = [-paid for paid in node["paid"]]
    for seat, more in zip(tied, chain(rounds, (len(tied), pot), cap, draw), strict=True):
        gets[seat] += more
    return gets
