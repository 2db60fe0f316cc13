"""What do hands that are played as they were dealt come to, by their strength and by their trumps?"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from svara_odds.errors import DealError
from svara_odds.jobs.blocks import Block
from svara_odds.jobs.keeper import Keeper
from svara_odds.jobs.run import Progress
from svara_odds.jobs.sweep import sweep
from svara_odds.results import Result, RunInfo
from svara_odds.rules.catalog import load_trick_rules
from svara_odds.rules.trickset import TrickRules
from svara_odds.studies.arguments import read_turn_up
from svara_odds.studies.provenance import TrickRulesLike, job_of, played_info
from svara_odds.swara.decisions import Spot, tally_block
from svara_odds.swara.objective import fresh_pot, most_players
from svara_odds.swara.policies import PLAY, hand_classes, policy_codes, seat_codes
from svara_odds.swara.tally import ENDS

__all__ = ["tricks_by_strength", "value_by_trumps"]

DEALS = 80  # for each class of hands
GROUPS = 10
USUAL, LARGE = 4, 5  # players where nothing is said, and at the largest table where several are shown
TRICKS = {"none": 0, "one": 1, "two": 2, "sweep": 3}


def tricks_by_strength(
    n_players: int | None = None,
    rules: TrickRulesLike = "swara",
    *,
    trump: str = "7c",
    seat: int = 0,
    deals: int = DEALS,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Result:
    """How the tricks fall to weak and strong hands, when all play what they were dealt.

    Hands that are whips are left out, and deals in which another's whip wins. The hands are ranked by the mean number
    of tricks in half of the deals and counted in the other half, so that luck in the one does not show in the other.

    Parameters
    ----------
    n_players : int, optional
        2 to 6; four if left out, or as many as can play.
    rules, trump, seat, seed, threads, executor, checkpoint, progress
        As for :func:`svara_odds.swara.policy_table`.
    deals : int
        Deals for each class of hands, 20 or more.

    Returns
    -------
    Result
        One row for each tenth of all hands, the weakest first, and number of ``tricks``: ``tenth`` (1 to 10),
        ``tricks``, ``probability``. Beside the rows: ``examples``, a hand from the middle of each tenth.

    Raises
    ------
    NotationError
        If the card turned up cannot be read.
    DealError
        If so many cannot play, there is no such seat, the deals are too few, or every hand is a whip.
    SvaraError, DamagedFileError
        If the checkpoint is of another job, or cannot be trusted.
    """
    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    players = min(USUAL, most_players(loaded)) if n_players is None else n_players
    runs = _Runs.read(loaded, trump, seat, deals, games=((players, 0), (players, 1)))
    keeper = Keeper(checkpoint, runs.job("tricks by strength"), seed=seed)
    halves = runs.played(keeper, threads=threads, executor=executor, progress=progress)
    kept = [number for number, hand in enumerate(runs.hands) if not runs.rules.is_whip(hand)]
    first, second = (np.array([half[number].ends for number in kept]) for half in halves)
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
    info = runs.info(start, keeper.seed, players=players, trump=trump, seat=seat)
    return Result(info, columns, name="tenths", extra={"players": players, "examples": examples})


def value_by_trumps(
    rules: TrickRulesLike = "swara",
    *,
    n_players: Iterable[int] | None = None,
    trump: str = "7c",
    seat: int = 0,
    deals: int = 20,
    seed: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Result:
    """What it is worth to play a hand as it was dealt, by the number of its trumps; all others play theirs.

    Parameters
    ----------
    rules, trump, seat, deals, seed, threads, executor, checkpoint, progress
        As for :func:`tricks_by_strength`.
    n_players : iterable of int, optional
        Numbers of players, 2 to 6 each; two to five if left out, or to as many as can play.

    Returns
    -------
    Result
        One row for each number of ``players`` and ``trumps``: ``hands`` so dealt, without whips, their mean ``value``
        in antes from the deal on and its ``stderr``. A number of trumps that no hand has gets no row.

    Raises
    ------
    NotationError, DealError, SvaraError, DamagedFileError
        As for :func:`tricks_by_strength`; also if no number of players is given.
    """
    start = time.perf_counter()
    loaded = load_trick_rules(rules)
    numbers = tuple(range(2, min(LARGE, most_players(loaded)) + 1) if n_players is None else n_players)
    runs = _Runs.read(loaded, trump, seat, deals, games=tuple((players, players) for players in numbers))
    keeper = Keeper(checkpoint, runs.job("values by trumps"), seed=seed)
    found = runs.played(keeper, threads=threads, executor=executor, progress=progress)
    columns: dict[str, list[Any]] = {key: [] for key in ("players", "trumps", "hands", "value", "stderr")}
    for players, hands in zip(numbers, found, strict=True):
        for trumps in range(3):
            chosen = [number for number in range(len(runs.hands)) if runs.counts_as(number, trumps)]
            if not chosen:  # as in a deck of two trumps, one of which is turned up
                continue
            sizes = np.array([runs.sizes[number] for number in chosen], dtype=float)
            weights = sizes / sizes.sum()
            means = np.array([hands[number].mean for number in chosen])
            errors = np.array([hands[number].stderr for number in chosen])
            row = (players, trumps, int(sizes.sum()), float(weights @ means), float(np.sqrt(weights**2 @ errors**2)))
            for key, value in zip(columns, row, strict=True):
                columns[key].append(value)
    info = runs.info(start, keeper.seed, players=list(numbers), trump=trump, seat=seat)
    return Result(info, columns, name="trumps")


class _Found(NamedTuple):
    """What a class of hands came to: as JSON knows it."""

    ends: list[int]  # in the order of TRICKS
    mean: float
    stderr: float


@dataclass(frozen=True, eq=False)
class _Runs:
    """All classes of hands under one card turned up, each played as dealt against hands that are, in some games.

    A game is a number of players and one that tells its deals from those of others. Called with the block of a class
    in a game, it plays that.
    """

    rules: TrickRules
    turn_up: int
    seat: int
    each: int
    games: tuple[tuple[int, int], ...]
    hands: Sequence[tuple[int, ...]]
    sizes: Sequence[int]

    @staticmethod
    def read(loaded: TrickRules, trump: str, seat: int, deals: int, *, games: tuple[tuple[int, int], ...]) -> _Runs:
        turn_up = read_turn_up(trump, loaded.deck)
        if not games:
            raise DealError("n_players: nothing is given; give one or more numbers of players")
        if deals < 20:
            raise DealError(f"deals: {deals}; for each hand it is 20 or more")
        classes = hand_classes(loaded, turn_up)
        if all(map(loaded.is_whip, classes)):
            raise DealError(f"rules: every hand of {loaded.name} is a whip; this is told of hands that are none")
        sizes = [len(alike) for alike in classes.values()]
        runs = _Runs(loaded, turn_up, seat, deals, games, tuple(classes), sizes)
        for players, _ in games:
            runs.spot(0, players)  # complains before the work
        return runs

    def text(self, number: int) -> str:
        from svara_odds.cards.hands import format_hand

        return format_hand(self.hands[number], self.rules.deck)

    def counts_as(self, number: int, trumps: int) -> bool:
        """Whether a hand has so many trumps and is no whip."""
        hand = self.hands[number]
        held = sum(self.rules.suits[card] == self.rules.suits[self.turn_up] for card in hand)
        return held == trumps and not self.rules.is_whip(hand)

    def job(self, kind: str) -> dict[str, str | int]:
        """What the numbers depend on beside a seed."""
        players = [players for players, _ in self.games]
        where = {"players": players, "trump": self.rules.deck.cards[self.turn_up], "seat": self.seat}
        return job_of(kind, self.rules, **where, deals_a_hand=self.each)

    def played(self, keeper: Keeper, **work: Any) -> list[list[_Found]]:
        """What each class of hands came to, game by game; `work` is said where :func:`sweep` has it."""
        found = [_Found(*row) for row in sweep(self, len(self.games) * len(self.hands), keeper, **work)]
        return [found[start : start + len(self.hands)] for start in range(0, len(found), len(self.hands))]

    def spot(self, number: int, players: int) -> Spot:
        trump = self.rules.suits[self.turn_up]
        codes = seat_codes(self.rules, players, policy_codes(self.rules, "play", trump))
        pot = fresh_pot(self.rules, players)
        return Spot(self.rules, self.hands[number], self.turn_up, players, self.seat, codes, pot)

    def __call__(self, block: Block) -> _Found:
        game, number = divmod(block.index, len(self.hands))
        players, stream = self.games[game]
        dealt = Block(number, self.each, (block.seed[0], number, stream))
        tally = tally_block(self.spot(number, players), [PLAY], dealt)
        ends = tally.ends[0, [ENDS.index(end) for end in TRICKS]]
        return _Found(ends.tolist(), tally.mean(0), tally.stderr(0))

    def info(self, start: float, seed: int, **parameters: Any) -> RunInfo:
        deals = len(self.games) * self.each * len(self.hands)
        note = "tricks with open cards"
        return played_info(self.rules, start, seed=seed, deals=deals, note=note, **parameters)
