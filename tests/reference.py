"""The table of every public name in the README, from the docstrings: ``python -m tests.reference`` writes it anew."""

import inspect
import re
from pathlib import Path

import svara_odds as so
from tests.docstrings import parameters, sections

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- api:begin -->\n", "<!-- api:end -->\n"


def groups():
    """Questions, and the names that answer them, as the docstring of the package has them."""
    found = {
        question: [f"so.{name}" for name in re.findall(r"\w+", names)]
        for question, names in re.findall(r"^(\S.*\?)\n((?:    .+\n)+)", so.__doc__, flags=re.MULTILINE)
    }
    for title, room in (("The trick game", "swara"), ("Charts, with the extra `charts`", "charts")):
        found[title] = [f"so.{room}.{name}" for name in getattr(so, room).__all__ if not name.isupper()]
    return found


def call(name, thing):
    """How it is called: what may be given by its place, and dots where names may follow."""
    if inspect.isclass(thing):
        return name
    given = inspect.signature(thing).parameters.values()
    words = [each.name for each in given if each.kind is each.POSITIONAL_OR_KEYWORD]
    return f"{name}({', '.join(words + ['…'] * (len(words) < len(parameters(thing))))})"


def summary(thing):
    """The first line of a docstring, as a table of Markdown holds it."""
    first = sections(thing)[""].split("\n")[0].rstrip(".")
    return re.sub(r":\w+:", "", first).replace("``", "`").replace("|", "\\|")


def table():
    """The table."""
    lines = ["| name | |", "|---|---|"]
    for question, names in groups().items():
        lines.append(f"| **{question}** | |")
        for name in names:
            thing = so
            for part in name.split(".")[1:]:
                thing = getattr(thing, part)
            lines.append(f"| `{call(name, thing)}` | {summary(thing)} |")
    return "\n".join(lines) + "\n"


def renewed(text):
    """The README with the table as the docstrings have it."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + table() + END + after


if __name__ == "__main__":
    README.write_text(renewed(README.read_text(encoding="utf-8")), encoding="utf-8")
