"""What do hands that are played as they were dealt come to, by their strength and by their trumps?"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block, draw_seed, make_blocks
from svara_odds.jobs.run import run_blocks
from svara_odds.results import Result, RunInfo
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.rules.trickset import TrickRules
from svara_odds.studies.arguments import read_turn_up
from svara_odds.studies.provenance import TrickRulesLike, played_info
from svara_odds.studies.trick_value import Progress
from svara_odds.swara.decisions import Spot, tally_block
from svara_odds.swara.policies import PLAY, hand_classes, policy_codes, seat_codes
from svara_odds.swara.tally import ENDS, Tally

__all__ = ["tricks_by_strength", "value_by_trumps"]

DEALS = 80  # for each class of hands
GROUPS = 10
TRICKS = {"none": 0, "one": 1, "two": 2, "sweep": 3}


def tricks_by_strength(
    n_players: int = 4,
    rules: TrickRulesLike = "swara",
    *,
    trump: str = "7c",
    seat: int = 0,
    deals: int = DEALS,
    seed: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Result:
    """How the tricks fall to weak and strong hands, when all play what they were dealt.

    Hands that are whips are left out, and deals in which another's whip wins. The hands are ranked by the mean number
    of tricks in half of the deals and counted in the other half, so that luck in the one does not show in the other.

    Parameters
    ----------
    n_players, rules, trump, seat, seed, threads, progress
        As for :func:`svara_odds.swara.policy_table`.
    deals : int
        Deals for each class of hands, 20 or more.

    Returns
    -------
    Result
        One row for each tenth of all hands, the weakest first, and number of ``tricks``: ``tenth`` (1 to 10),
        ``tricks``, ``probability``. Beside the rows: ``examples``, a hand from the middle of each tenth.
    """
    start = time.perf_counter()
    runs = _Runs.read(rules, trump, deals, seed)
    halves = [runs.tallies(n_players, seat, half, threads, progress) for half in (0, 1)]
    kept = [number for number, hand in enumerate(runs.hands) if not runs.rules.is_whip(hand)]
    first, second = (
        np.array([[half[number].ends[0, ENDS.index(end)] for end in TRICKS] for number in kept]) for half in halves
    )
    sizes = np.array([runs.sizes[number] for number in kept])
    order = np.argsort((first @ np.arange(4)) / np.maximum(first.sum(axis=1), 1), kind="stable")
    # A class may lie across the border of two tenths: it is in each with a part of its hands.
    edges = np.concatenate([[0], np.cumsum(sizes[order])]) * GROUPS / sizes.sum()
    columns: dict[str, list[Any]] = {"tenth": [], "tricks": [], "probability": []}
    examples = []
    for group in range(GROUPS):
        part = np.clip(np.minimum(edges[1:], group + 1) - np.maximum(edges[:-1], group), 0, None)
        counts = part @ (second[order] / np.maximum(second[order].sum(axis=1, keepdims=True), 1))
        columns["tenth"] += [group + 1] * 4
        columns["tricks"] += list(TRICKS.values())
        columns["probability"] += [float(count / counts.sum()) for count in counts]
        middle = int(np.searchsorted(edges, group + 0.5)) - 1
        examples.append(runs.text(kept[order[middle]]))
    info = runs.info(start, 2 * runs.deals, players=n_players, trump=trump, seat=seat)
    return Result(info, columns, name="tenths", extra={"players": n_players, "examples": examples})


def value_by_trumps(
    rules: TrickRulesLike = "swara",
    *,
    n_players: Iterable[int] = (2, 3, 4, 5),
    trump: str = "7c",
    seat: int = 0,
    deals: int = 20,
    seed: int | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> Result:
    """What it is worth to play a hand as it was dealt, by the number of its trumps; all others play theirs.

    Parameters
    ----------
    rules, trump, seat, deals, seed, threads, progress
        As for :func:`tricks_by_strength`.
    n_players : iterable of int
        Numbers of players, 2 to 6 each.

    Returns
    -------
    Result
        One row for each number of ``players`` and ``trumps``: ``hands`` so dealt, without whips, their mean ``value``
        in antes from the deal on and its ``stderr``.
    """
    start = time.perf_counter()
    runs = _Runs.read(rules, trump, deals, seed)
    numbers = tuple(n_players)
    columns: dict[str, list[Any]] = {key: [] for key in ("players", "trumps", "hands", "value", "stderr")}
    for players in numbers:
        tallies = runs.tallies(players, seat, players, threads, progress)
        for trumps in range(3):
            chosen = [number for number in range(len(runs.hands)) if runs.counts_as(number, trumps)]
            sizes = np.array([runs.sizes[number] for number in chosen], dtype=float)
            weights = sizes / sizes.sum()
            means = np.array([tallies[number].mean(0) for number in chosen])
            errors = np.array([tallies[number].stderr(0) for number in chosen])
            row = (players, trumps, int(sizes.sum()), float(weights @ means), float(np.sqrt(weights**2 @ errors**2)))
            for key, value in zip(columns, row, strict=True):
                columns[key].append(value)
    info = runs.info(start, len(numbers) * runs.deals, players=list(numbers), trump=trump, seat=seat)
    return Result(info, columns, name="trumps")


@dataclass(frozen=True, eq=False)
class _Runs:
    """All classes of hands under one card turned up, each played as dealt against hands that are."""

    rules: TrickRules
    turn_up: int
    hands: Sequence[tuple[int, ...]]
    sizes: Sequence[int]
    each: int
    seed: int

    @staticmethod
    def read(rules: TrickRulesLike, trump: str, deals: int, seed: int | None) -> _Runs:
        loaded = load_trick_rules(rules)
        turn_up = read_turn_up(trump, loaded.deck)
        if deals < 20:
            raise DealError(f"deals: {deals}; for each hand it is 20 or more")
        classes = hand_classes(loaded, turn_up)
        sizes = [len(alike) for alike in classes.values()]
        return _Runs(loaded, turn_up, tuple(classes), sizes, deals, draw_seed() if seed is None else seed)

    @property
    def deals(self) -> int:
        return self.each * len(self.hands)

    def text(self, number: int) -> str:
        from svara_odds.cards.hands import format_hand

        return format_hand(self.hands[number], self.rules.deck)

    def counts_as(self, number: int, trumps: int) -> bool:
        """Whether a hand has so many trumps and is no whip."""
        hand = self.hands[number]
        held = sum(self.rules.suits[card] == self.rules.suits[self.turn_up] for card in hand)
        return held == trumps and not self.rules.is_whip(hand)

    def tallies(self, n_players: int, seat: int, run: int, threads: int, progress: Progress | None) -> list[Tally]:
        """A tally of each class; another `run` meets other deals."""
        codes = seat_codes(self.rules, n_players, policy_codes(self.rules, "play", self.rules.suits[self.turn_up]))
        play = _Play(self, n_players, seat, codes, run)
        play.spot(0)  # complains before the work
        done = 0

        def told(deals: int) -> None:
            nonlocal done
            done += 1
            if progress is not None:
                progress(done, len(self.hands))

        blocks = make_blocks(self.seed, self.deals, block_size=self.each)
        return list(run_blocks(play, blocks, threads=threads, progress=told))

    def info(self, start: float, deals: int, **parameters: Any) -> RunInfo:
        note = "tricks with open cards"
        return played_info(self.rules, start, seed=self.seed, deals=deals, note=note, **parameters)


@dataclass(frozen=True, eq=False)
class _Play:
    """Plays the hand that a block is numbered by."""

    runs: _Runs
    n_players: int
    seat: int
    codes: NDArray[np.uint8]
    run: int

    def spot(self, number: int) -> Spot:
        rules = self.runs.rules
        pot = float(rules.stake) * self.n_players
        return Spot(rules, self.runs.hands[number], self.runs.turn_up, self.n_players, self.seat, self.codes, pot)

    def __call__(self, block: Block) -> Tally:
        return tally_block(self.spot(block.index), [PLAY], replace(block, seed=(*block.seed, self.run)))
