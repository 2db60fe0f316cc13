"""Rules of the trick game with some fields changed."""

import msgspec

from svara_odds.rules.catalog import load_rules
from svara_odds.rules.trickset import build_trick_rules


def variant(ranks=None, suits=None, **game):
    """The rules of `swara` with other readings, and with fewer ranks or suits."""
    file = load_rules("swara").file
    tricks, deck = msgspec.structs.replace(file.tricks, **game), file.deck
    if ranks is not None and "order" not in game:
        points = {rank: points for rank, points in tricks.whip_points.items() if rank in ranks}
        order = "".join(rank for rank in tricks.order if rank in ranks)
        tricks = msgspec.structs.replace(tricks, order=order, whip_points=points)
    if ranks is not None:
        deck = msgspec.structs.replace(deck, ranks=ranks)
    if suits is not None:
        deck = msgspec.structs.replace(deck, suits=suits)
    return build_trick_rules(msgspec.structs.replace(file, tricks=tricks, deck=deck, examples=()))
