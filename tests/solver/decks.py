"""Rule files of three ranks by three suits, or about that: small enough for every solver, uneven enough to matter."""

from pathlib import Path

# Cards and scoring, and how it is bet: ten games whose equilibria mix.
_SCORING = """
points = { 7 = 7, 9 = 9, K = 10, A = 11 }
pairs = { A = 22, 7 = 23 }
triples = { 7 = 34, 9 = 27, K = 30, A = 33 }
jokers = { 7c = 11 }
joker_mode = "join"
"""
NINE = "7c 7d 7h Kc Kd Kh Ac Ad Ah"
LOPSIDED = "7c 7d 9d 9h Kc Kd Kh Ad Ah"
NINE_WITHOUT_JOKER = "7d 7h 7s 9d 9h 9s Ad Ah As"

GAMES = {
    "one raise": (NINE, {"max_raises": 1}),
    "no raise": (NINE, {"max_raises": 0}),
    "no blind": (NINE, {"max_raises": 1, "allow_blind": False}),
    "checks": (NINE, {"max_raises": 1, "allow_blind": False, "check_before_bet": True}),
    "two bets": (NINE, {"max_raises": 1, "allow_blind": False, "bets": "1,3"}),
    "half pot, pot": (LOPSIDED, {"max_raises": 1, "bets": "0.5p", "raises": "1p"}),
    "uneven deck": (LOPSIDED, {"max_raises": 2}),
    "dear ante": (LOPSIDED, {"ante": 3, "max_raises": 1}),
    "short stacks": (LOPSIDED, {"max_raises": 1, "stacks": "4,6", "allow_blind": False}),
    "no joker": (NINE_WITHOUT_JOKER, {"max_raises": 1, "check_before_bet": True, "allow_blind": False}),
    "big blind": (NINE_WITHOUT_JOKER, {"blind": 2, "max_raises": 1}),
}


def rule_file(folder: Path, cards: str) -> Path:
    """A rule file of these cards in `folder`."""
    listed = ", ".join(f'"{card}"' for card in cards.split())
    path = folder / f"deck-{len(cards)}-{cards[:2]}.toml"
    points = {"7": 7, "9": 9, "K": 10, "A": 11}
    used = ", ".join(f"{rank} = {points[rank]}" for rank in sorted({card[0] for card in cards.split()}))
    scoring = [f"points = {{ {used} }}"]
    for line in _SCORING.strip().splitlines()[1:]:
        if line.startswith("jokers") and "7c" not in cards:
            continue
        if line.startswith(("pairs", "triples")):
            name, _, entries = line.partition(" = { ")
            kept = [entry for entry in entries.rstrip(" }").split(", ") if entry[0] in used]
            line = f"{name} = {{ {', '.join(kept)} }}"
        scoring.append(line)
    path.write_text(
        f"""name = "small"
title = "A small deck"
source = "made for a test"
[deck]
cards = [{listed}]
[scoring]
{chr(10).join(scoring)}
[betting]
structure = "call-closes"
""",
        encoding="utf-8",
    )
    return path
