"""One function per chart: a frame and axes in, axes out."""

from svara_odds.charts.at_least import at_least
from svara_odds.charts.equity_by_points import equity_by_points
from svara_odds.charts.figure import STYLE, draw_to_file, new_axes
from svara_odds.charts.score_distribution import score_distribution
from svara_odds.charts.svara_prices import svara_prices
from svara_odds.charts.svara_sizes import svara_sizes
from svara_odds.charts.trick_shares import trick_shares
from svara_odds.charts.trump_values import trump_values
from svara_odds.charts.whip_chances import whip_chances

__all__ = [
    "STYLE",
    "at_least",
    "draw_to_file",
    "equity_by_points",
    "new_axes",
    "score_distribution",
    "svara_prices",
    "svara_sizes",
    "trick_shares",
    "trump_values",
    "whip_chances",
]
