"""One function per chart: a frame and axes in, axes out."""

from svara_odds.charts.at_least import at_least
from svara_odds.charts.blind_value import blind_value
from svara_odds.charts.convergence import convergence
from svara_odds.charts.cumulative import cumulative
from svara_odds.charts.equity_by_points import equity_by_points
from svara_odds.charts.equity_heat import equity_heat
from svara_odds.charts.figure import STYLE, draw_to_file, new_axes
from svara_odds.charts.outcomes_by_points import outcomes_by_points
from svara_odds.charts.score_distribution import score_distribution
from svara_odds.charts.strategy_by_points import strategy_by_points
from svara_odds.charts.strategy_matrix import matrix_height, strategy_matrix
from svara_odds.charts.svara_prices import prices_height, svara_prices
from svara_odds.charts.svara_sizes import svara_sizes
from svara_odds.charts.thresholds import thresholds
from svara_odds.charts.trick_shares import trick_shares
from svara_odds.charts.trump_values import trump_values
from svara_odds.charts.whip_chances import whip_chances

__all__ = [
    "STYLE",
    "at_least",
    "blind_value",
    "convergence",
    "cumulative",
    "draw_to_file",
    "equity_by_points",
    "equity_heat",
    "matrix_height",
    "new_axes",
    "outcomes_by_points",
    "prices_height",
    "score_distribution",
    "strategy_by_points",
    "strategy_matrix",
    "svara_prices",
    "svara_sizes",
    "thresholds",
    "trick_shares",
    "trump_values",
    "whip_chances",
]
