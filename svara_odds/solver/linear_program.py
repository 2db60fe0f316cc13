"""The exact equilibrium of a game of two players, by a linear program over plans: a certificate, and a second method.

The sequence form is that of Koller, Megiddo and von Stengel (1996): the first player's plan and one value for each
infoset of the second are the unknowns, and no sequence of the second player may earn it more than its infoset's
value. The second player's plan is the dual solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from svara_odds.errors import SolveError
from svara_odds.solver.deal import ExplicitPayoffs
from svara_odds.solver.equilibrium import Standing, behaviour_of, plan_of, standing
from svara_odds.solver.treeplex import Game, Treeplex

if TYPE_CHECKING:
    from scipy import sparse

__all__ = ["LpSolution", "solve_lp"]

Floats = NDArray[np.float64]
Method = Literal["highs-ds", "highs-ipm"]

MAX_TERMS = 20_000_000  # pairs of sequences with a payoff; some 2.5 GB in the program that solves it
ACCURACY = 1e-8  # in antes: what the exact best responses must confirm
ROUNDING = 1e-12
# Tried in turn: the simplex method ends in a vertex and is the more accurate, the interior point method seldom stalls.
METHODS: tuple[Method, ...] = ("highs-ds", "highs-ipm")
# HiGHS allows 1e-7 by default, which is more than the accuracy that is asked for.
TOLERANCES: Any = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


class LpSolution(NamedTuple):
    """An equilibrium with what shows that it is one.

    Attributes
    ----------
    plans : list of ndarray
        float64, shape (n_sequences,), for both players.
    standing : Standing
        Values and gains by exact best responses to these plans: the certificate.
    value : float
        What the program says that the game is worth to the first player.
    gap : float
        Difference of what the two players can be sure of, by the best responses.
    residual : float
        Most by which the program's own answer breaks a constraint, in antes for the values and in probability for
        the plans.
    method : str
        Method of HiGHS that found it.
    """

    plans: list[Floats]
    standing: Standing
    value: float
    gap: float
    residual: float
    method: str


def solve_lp(game: Game) -> LpSolution:
    """Solve a game of two players in which one's gain is the other's loss, up to a constant.

    Parameters
    ----------
    game : Game
        With its payoffs written out, as `explicit_game` makes it.

    Returns
    -------
    LpSolution

    Raises
    ------
    SolveError
        If the game is not of two players, too large, or one's gain is not the other's loss (as under a rake), or if
        no method gets below 1e-8 antes of exploitability.
    """
    matrix = _matrix(game)
    if matrix.nnz > MAX_TERMS:
        raise SolveError(f"a linear program of {matrix.nnz:,} terms; up to {MAX_TERMS:,} are allowed: use cfr")
    found: list[LpSolution] = []
    for method in METHODS:
        solution = _attempt(game, matrix, method)
        if solution is not None:
            found.append(solution)
            if solution.standing.nashconv / 2 <= ACCURACY:
                return solution
    reached = min((solution.standing.nashconv / 2 for solution in found), default=float("nan"))
    raise SolveError(f"the linear program reached an exploitability of {reached:.2g} antes; {ACCURACY:.0e} is needed")


def _matrix(game: Game) -> sparse.csr_array:
    """Payoff to the first player for every pair of sequences."""
    if len(game.plexes) != 2:
        raise SolveError(f"a linear program solves games of 2 players; this one has {len(game.plexes)}")
    payoffs = game.payoffs
    if not isinstance(payoffs, ExplicitPayoffs):
        raise SolveError(f"a linear program needs payoffs that are written out; these are {type(payoffs).__name__}")
    if payoffs.spread > ROUNDING:
        raise SolveError("a linear program needs one player's gain to be the other's loss; a rake breaks that: use cfr")
    return payoffs.matrix((game.plexes[0].n_sequences, game.plexes[1].n_sequences))


def _attempt(game: Game, matrix: sparse.csr_array, method: Method) -> LpSolution | None:
    """One run of HiGHS; None where it gives no answer."""
    from scipy import sparse  # imported here: the other methods need none of it, and it takes longer than they do
    from scipy.optimize import linprog

    first, second = game.plexes
    # Payoffs of order 1 keep the tolerances meaningful whatever the stakes are.
    scale = float(np.abs(matrix.data).max(initial=0.0)) or 1.0
    flow, limits = _constraints(first), _constraints(second)
    n_plan, n_values = first.n_sequences, second.n_infosets + 1
    cost = np.zeros(n_plan + n_values)
    cost[n_plan] = -1.0
    above = sparse.csr_array(sparse.hstack([-matrix.T / scale, limits.T]))
    equal = sparse.csr_array(sparse.hstack([flow, sparse.csr_array((flow.shape[0], n_values))]))
    start = np.zeros(flow.shape[0])
    start[0] = 1.0
    solve: Any = linprog  # the stubs know neither sparse arrays in A_eq nor these options
    answer = solve(
        cost,
        A_ub=above,
        b_ub=np.zeros(second.n_sequences),
        A_eq=equal,
        b_eq=start,
        bounds=[(0, None)] * n_plan + [(None, None)] * n_values,
        method=method,
        options=TOLERANCES,
    )
    if answer.x is None or answer.ineqlin.marginals is None:
        return None
    broken = max(
        float(np.abs(equal @ answer.x - start).max()),
        float((above @ answer.x).max()) * scale,
        -float(answer.x[:n_plan].min()),
    )
    plans = [_tidy(first, answer.x[:n_plan]), _tidy(second, -answer.ineqlin.marginals)]
    measured = standing(game, plans)
    return LpSolution(plans, measured, -float(answer.fun) * scale, measured.nashconv, max(broken, 0.0), method)


def _constraints(plex: Treeplex) -> sparse.csr_array:
    """Rows that make a vector a plan: the empty sequence is 1, an infoset's sequences add up to their parent."""
    from scipy import sparse

    infosets = plex.infoset_of_sequence()
    rows = np.concatenate([infosets + 1, np.arange(plex.n_infosets) + 1])
    columns = np.concatenate([np.arange(plex.n_sequences), plex.parent])
    values = np.concatenate([np.ones(plex.n_sequences), -np.ones(plex.n_infosets)])
    shape = (plex.n_infosets + 1, plex.n_sequences)
    return sparse.csr_array(sparse.coo_array((values, (rows, columns)), shape=shape))


def _tidy(plex: Treeplex, plan: Floats) -> Floats:
    """The nearest plan that is one to the last digit."""
    return plan_of(plex, behaviour_of(plex, np.maximum(plan, 0.0)))
