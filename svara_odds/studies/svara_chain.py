"""How long does it take until somebody wins a svara, how far does the pot grow, and what is each seat worth?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from svara_odds.errors import DealError
from svara_odds.jobs.run import Progress
from svara_odds.odds.svara.buyin import buy_in
from svara_odds.odds.svara.chain import Sizes, Table, prospects, reachable, rounds
from svara_odds.odds.svara.terms import Terms, whole_number
from svara_odds.results import Result
from svara_odds.rules.catalog import load_showdown_rules
from svara_odds.rules.ruleset import RuleSet
from svara_odds.studies.provenance import run_info
from svara_odds.studies.ranking import svara_sizes
from svara_odds.studies.svara import read_joiners, read_pot, read_tied, told_terms

if TYPE_CHECKING:
    from svara_odds.tables.handtable import RulesLike

__all__ = ["chances_of", "read_table", "svara_chain", "svara_prospects"]

MOST_ROUNDS = 100
EVERYONE, NOBODY = "everyone", "nobody"


def svara_chain(
    pot: float | Fraction,
    tied: int,
    *,
    joiners: int | None = None,
    players: int | None = None,
    later: str | int = NOBODY,
    price: str | float | Fraction | None = None,
    later_price: str | float | Fraction | None = None,
    running: bool | None = None,
    rake: float | Fraction | None = None,
    n_rounds: int = 10,
    rules: RulesLike = "bulgarian",
    **work: Any,
) -> Result:
    """Follow a svara, and the svaras that it may end in, until somebody wins: exactly.

    Parameters
    ----------
    pot, tied, joiners, price, running, rake, rules
        As for :func:`svara_odds.svara_value`.
    players : int, optional
        Players at the table, who may join later svaras; by default those who are in.
    later : str or int
        How many join each later svara: ``"nobody"``, ``"everyone"`` who may, or at most so many, drawn by lot.
    later_price : optional
        What joining a later svara costs, as a share of the pot then; by default as for this one.
    n_rounds : int
        Rounds that are told one by one.
    **work
        `threads`, `announce` and `progress`, as for :func:`svara_odds.ranking`.

    Returns
    -------
    Result
        One row for each ``round``: the probabilities that it is ``played`` and that it is ``won`` in it, and if it is
        played the expected number of ``players`` in it and the expected ``pot``. Beside the rows: ``tied_value``,
        ``joiner_value`` and ``outside_value``, what each wins on average less all that it pays from now on;
        ``price``, ``pot`` after everyone joined, ``expected_rounds`` until somebody wins, ``expected_pot`` that is
        won. Where svaras come so often and cost so much that the expected pot is infinite, it is None, and so are the
        values.

    Raises
    ------
    DealError
        If an argument is out of bounds, or so many cannot be dealt in; the message names it.

    Examples
    --------
    >>> chain = svara_chain(2, 2, joiners=0)
    >>> chain.extra["tied_value"], chain.extra["expected_rounds"]
    (Fraction(1, 1), Fraction(2265480, 2019071))
    """
    start = time.perf_counter()
    rules = load_showdown_rules(rules)
    amount, tied = read_pot(pot), read_tied(tied, rules)
    joiners = read_joiners(joiners, tied, rules)
    terms = Terms.of(rules.svara, price=price, running=running, rake=rake)
    table = read_table(players, tied + joiners, later, terms, rules, later_price=later_price)
    n_rounds = whole_number("n_rounds", n_rounds, 1, MOST_ROUNDS)
    deal = buy_in(tied, joiners, terms)
    sizes = chances_of(rules, reachable(deal.players, table), **work)
    ahead = prospects(deal.players, table, sizes)[deal.players]
    told = rounds(deal.players, table, sizes, n_rounds=n_rounds)
    unit = deal.pot * amount
    inside, outside, won = (_times(value, unit) for value in (ahead.inside, ahead.outside, ahead.pot))
    paid = [each * amount for each in deal.prices]
    values = [None if inside is None else inside - each for each in paid]
    columns: dict[str, list[Any]] = {
        "round": [each.number for each in told],
        "played": [each.played for each in told],
        "won": [each.won for each in told],
        "players": [each.players for each in told],
        "pot": [each.pot * unit for each in told],
    }
    extra = {
        "tied_value": None if inside is None else inside - deal.tied_price * amount,
        "joiner_value": values if terms.running else values[0] if values else None,
        "outside_value": outside,
        "price": paid if terms.running else terms.share(tied) * amount,
        "pot": unit,
        "expected_rounds": ahead.rounds,
        "expected_pot": won,
    }
    asked = {"pot": amount, "tied": tied, "joiners": joiners, "players": table.players, "later": later}
    info = run_info(rules, start, **asked, later_price=str(table.terms.price), **told_terms(terms))
    return Result(info, columns, name="rounds", extra=extra)


def svara_prospects(
    rules: RulesLike = "bulgarian",
    *,
    n_players: Iterable[int] | None = None,
    players: int | None = None,
    later: str | int = NOBODY,
    price: str | float | Fraction | None = None,
    running: bool | None = None,
    rake: float | Fraction | None = None,
    **work: Any,
) -> Result:
    """What lies ahead of a round of so many players: how often it is tied, how long until somebody wins, what it pays.

    Parameters
    ----------
    rules, price, running, rake, later, **work
        As for :func:`svara_chain`.
    n_players : iterable of int, optional
        Players in the round; by default 2 up to the most that the rules allow.
    players : int, optional
        Players at the table; by default the most of `n_players`.

    Returns
    -------
    Result
        One row for each number of ``players`` in the round: ``svara``, the probability that it is tied, ``growth``,
        what a svara then multiplies the pot by on average, ``rounds`` until somebody wins, this one included, and in
        pots of the round the expected ``pot`` that is won, and what one ``inside`` and one ``outside`` of it wins on
        average, less what it pays from now on; exact fractions, None where there is no such number.

    Raises
    ------
    DealError
        If an argument is out of bounds, or so many hands cannot be counted.
    """
    start = time.perf_counter()
    rules = load_showdown_rules(rules)
    numbers = sorted(set(range(2, (players or rules.max_players) + 1) if n_players is None else n_players))
    terms = Terms.of(rules.svara, price=price, running=running, rake=rake)
    seats = numbers[-1] if players is None and numbers else players
    tables = {number: read_table(seats, read_tied(number, rules), later, terms, rules) for number in numbers}
    wanted = {state for number, table in tables.items() for state in reachable(number, table)}
    sizes = chances_of(rules, wanted, **work)
    found = {number: prospects(number, table, sizes)[number] for number, table in tables.items()}
    columns: dict[str, list[Any]] = {"players": numbers}
    for key in ("svara", "growth", "rounds", "pot", "inside", "outside"):
        columns[key] = [getattr(found[number], key) for number in numbers]
    info = run_info(rules, start, n_players=numbers, players=seats, later=later, **told_terms(terms))
    return Result(info, columns, name="tables")


def read_table(
    players: int | None,
    seats: int,
    later: str | int,
    terms: Terms,
    rules: RuleSet,
    *,
    later_price: str | float | Fraction | None = None,
) -> Table:
    """A table of at least so many seats, and who joins later svaras at it."""
    most = rules.max_players
    players = seats if players is None else whole_number("players", players, seats, most, f": {seats} may be in")
    after = Terms.of(
        rules.svara, price=terms.price if later_price is None else later_price, running=terms.running, rake=terms.rake
    )
    joiners = _read_later(later, most)
    if joiners and rules.svara.joiners == "nobody":
        raise DealError(f"later: {later} is not allowed; give {NOBODY}: by {rules.name} nobody joins a svara")
    return Table(players, joiners, after, rules.svara.joiners == "showed")


def chances_of(
    rules: RuleSet,
    n_players: Iterable[int],
    *,
    threads: int = 1,
    announce: Callable[[str], object] | None = None,
    progress: Progress | None = None,
) -> Sizes:
    """How many tie in a round of each of these numbers of players: exact probabilities."""
    numbers = sorted(set(n_players))
    found = svara_sizes(rules, n_players=numbers, threads=threads, announce=announce, progress=progress)
    chances = {number: [Fraction(0)] * (number + 1) for number in numbers}
    for row in found.rows():
        chances[row["players"]][row["tied"]] = row["probability"]
    for each in chances.values():
        each[1] = 1 - sum(each, Fraction(0))
    return chances


def _read_later(later: str | int, most: int) -> int:
    if isinstance(later, str) and later.isascii() and later.isdigit() and len(later) <= 3:
        later = int(later)
    if later in (NOBODY, EVERYONE):
        return most if later == EVERYONE else 0
    return whole_number("later", later, 0, most, f", or {NOBODY} or {EVERYONE}")


def _times(value: Fraction | None, unit: Fraction) -> Fraction | None:
    return None if value is None else value * unit
