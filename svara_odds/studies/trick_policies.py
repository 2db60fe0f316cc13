"""What the other seats do before play: a policy by name, a table of one's own, or a file of such a table."""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.cards.deck import SUITS
from svara_odds.cards.hands import parse_cards, parse_hand
from svara_odds.errors import DealError, NotationError, SvaraError, shortened
from svara_odds.results import Result
from svara_odds.rules.trickset import TrickRules
from svara_odds.swara.policies import PASS, PLAY, POLICIES, code_of, policy_codes, spread_codes

__all__ = ["Policy", "policy_mark", "policy_name", "read_policy"]

Policy = str | os.PathLike[str] | Result
EXCHANGE = "exchange "
MOST_BYTES = 4_000_000


def read_policy(against: Policy, rules: TrickRules, turn_up: int) -> NDArray[np.uint8]:
    """The codes of a policy under a trump suit: uint8, shape (hands,).

    Parameters
    ----------
    against : str, path or Result
        A name (``play``: everyone plays what it was dealt; ``sensible``: a rule of thumb), the result of
        :func:`svara_odds.swara.policy_table`, or the path of its CSV file. A hand that a table leaves out plays.
    rules : TrickRules
    turn_up : int
        The card turned up now; a table may have been made for another.

    Raises
    ------
    DealError
        If there is no such policy, or a row of a table cannot be read.
    """
    if isinstance(against, Result):
        return _from_rows(against.rows(), rules, turn_up)
    if isinstance(against, str) and not against.endswith(".csv"):
        return policy_codes(rules, against, rules.suits[turn_up])
    return _from_rows(_csv_rows(Path(against)), rules, turn_up)


def policy_name(against: Policy) -> str:
    """What a record calls the policy."""
    return "table" if isinstance(against, Result) else str(against)


def policy_mark(against: Policy, codes: NDArray[np.uint8]) -> str:
    """What tells a policy, whose codes are these, from any other: its name, or a digest of a table."""
    known = isinstance(against, str) and against in POLICIES
    return str(against) if known else f"table {hashlib.sha256(codes.tobytes()).hexdigest()}"


def _csv_rows(path: Path) -> list[dict[str, str]]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DealError(f"against: {shortened(str(path))} is larger than {MOST_BYTES // 1_000_000} MB")
        with path.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))
    except OSError as trouble:
        raise DealError(
            f"against: cannot read {shortened(str(path))}: {trouble.strerror}; give a table of swara table --csv, or "
            f"one of {', '.join(POLICIES)}"
        ) from None
    except (UnicodeDecodeError, ValueError, csv.Error) as trouble:
        if isinstance(trouble, SvaraError):
            raise
        raise DealError(f"against: {shortened(str(path))} is no table: {trouble}") from None


def _from_rows(rows: Iterable[Mapping[str, Any]], rules: TrickRules, turn_up: int) -> NDArray[np.uint8]:
    """A policy from rows of ``hand``, ``trump`` and ``action``."""
    deck = rules.deck
    choices: dict[tuple[int, ...], int] = {}
    for number, row in enumerate(rows, start=1):
        # Other columns may be empty: a seat that must play has no value of a pass.
        if any(row.get(name) is None for name in ("hand", "trump", "action")):
            raise DealError(f"against: row {number} of the table lacks hand, trump or action")
        try:
            suit = row["trump"][-1:]
            if suit not in SUITS or not suit:
                raise NotationError(f"trump {shortened(row['trump'])} is no card")
            # The suit that was trump and the one that is change places.
            swap = str.maketrans(f"{suit}{SUITS[rules.suits[turn_up]]}", f"{SUITS[rules.suits[turn_up]]}{suit}")
            hand = parse_hand(row["hand"].translate(swap), deck)
            action = row["action"]
            if action.startswith(EXCHANGE):
                thrown = parse_cards(action.removeprefix(EXCHANGE).translate(swap), deck)
                if not thrown or not set(thrown) <= set(hand):
                    raise NotationError(f"{shortened(action)} names no cards of {row['hand']}")
                choices[hand] = code_of(hand, thrown)
            elif action in ("play", "pass"):
                choices[hand] = PLAY if action == "play" else PASS
            else:
                raise NotationError(f"action {shortened(action)}; it is play, pass or exchange with cards")
        except NotationError as trouble:
            raise DealError(f"against: row {number} of the table: {trouble}") from None
    if not choices:
        raise DealError("against: the table has no rows")
    return spread_codes(rules, turn_up, choices, policy_codes(rules, "play", rules.suits[turn_up]))
