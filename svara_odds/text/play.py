"""Lines of the betting and their actions, as trees write them, said in any language."""

from __future__ import annotations

from svara_odds.text.catalogue import Said, messages

__all__ = ["parted_action", "said_action", "said_line"]


def parted_action(action: str) -> tuple[str, str, float | None]:
    """The word of an action, what stands before its amount, and the amount.

    Examples
    --------
    >>> parted_action("raise to 8"), parted_action("bet 2"), parted_action("fold")
    (('raise', 'to', 8.0), ('bet', '', 2.0), ('fold', '', None))
    """
    word, *rest = action.split(" ")
    try:
        return word, " ".join(rest[:-1]), float(rest[-1])
    except (IndexError, ValueError):
        return word, " ".join(rest), None


def said_action(action: str) -> Said | str:
    r"""An action, to be said in a language; one that no message is about as it is.

    Examples
    --------
    >>> from svara_odds.text.catalogue import message
    >>> message("pl", "unit.step", seat=1, action=said_action("raise to 4.5"))
    '1\xa0podbija\xa0do\xa04,5'
    """
    word, before, amount = parted_action(action)
    if f"action.{word}" not in messages("en"):
        return action
    said = Said(f"action.{word}")
    if amount is None:
        return said
    return Said("unit.action_to" if before == "to" else "unit.action_of", {"word": said, "n": amount})


def said_line(line: str) -> Said:
    r"""A public line such as ``"0 blind 1 / 1 double to 2"``, to be said in a language.

    Examples
    --------
    >>> from svara_odds.text.catalogue import message
    >>> message("bg", "chart.strategy_matrix.subject", seat=1, line=said_line("0 look / 0 bet 2"))
    'Място 1 с всяка ръка · 0\xa0гледа / 0\xa0залага\xa02'
    """
    said = None
    for step in filter(None, line.split(" / ")):
        seat, _, action = step.partition(" ")
        this = Said("unit.step", {"seat": seat, "action": said_action(action)})
        said = this if said is None else Said("unit.steps", {"before": said, "step": this})
    return said or Said("unit.start")
