"""Which small changes of the code are tried: cosmic-ray's, without those that can change nothing, and a sample of them.

A place of the code is drawn first and then one of the changes that fit there, so that a sum, for which there are eleven
other operators, is not tried more often than a comparison or a number.
"""

import ast
import random
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[2]
ROOMS = ("cards", "rules", "showdown", "odds", "betting")

# What cannot change what the program does, by the line it stands on. Annotations are told from the syntax tree.
SILENT_LINES = {
    "seen by type checkers only": re.compile(r"^\s*if TYPE_CHECKING:|: TypeAlias ="),
    "asks zip to check lengths that are equal": re.compile(r"\bstrict=True\b"),
    "the cost of a class and not its meaning": re.compile(r"\bslots=True\b"),
    "only makes a function faster": re.compile(r"^\s*@(jit|cache|cached_property|lru_cache)\b"),
}


class Mutant(NamedTuple):
    """One change of one place. `occurrence` is cosmic-ray's count of places where the operator fits."""

    file: str
    operator: str
    occurrence: int
    start: tuple[int, int]
    end: tuple[int, int]


@cache
def text_of(file):
    return (ROOT / file).read_text(encoding="utf-8")


@cache
def mutated(mutant):
    """The text of the file with the change."""
    return mutate_code(text_of(mutant.file), get_operator(mutant.operator)(), mutant.occurrence)


def lines_changed(mutant):
    """The line of the place, before and after; of a decorator that is gone, an empty line."""
    number = mutant.start[0] - 1
    before, after = text_of(mutant.file).splitlines(), mutated(mutant).splitlines()
    if len(before) == len(after):
        number = next(place for place, line in enumerate(before) if line != after[place])
        return before[number].strip(), after[number].strip()
    return before[number].strip(), ""


@cache
def mutants_of(room):
    """All mutants of a room's files that may change what the program does."""
    files = sorted((ROOT / "svara_odds" / room).rglob("*.py"))
    found = [mutant for path in files for mutant in _of_file(path.relative_to(ROOT).as_posix())]
    return [mutant for mutant in found if not silent(mutant)]


def _of_file(file):
    nodes = list(ast_nodes(get_ast(text_of(file))))
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments():
            continue
        places = (place for node in nodes for place in operator().mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            yield Mutant(file, name, occurrence, tuple(start), tuple(end))


def silent(mutant):
    """Whether the place is one that says nothing to the program."""
    line = text_of(mutant.file).splitlines()[mutant.start[0] - 1]
    inside = any(begin <= mutant.start and mutant.end <= end for begin, end in annotations(mutant.file))
    return inside or any(pattern.search(line) for pattern in SILENT_LINES.values())


@cache
def annotations(file):
    """Where the annotations of a file begin and end."""
    nodes = []
    for node in ast.walk(ast.parse(text_of(file))):
        nodes += [getattr(node, "annotation", None), getattr(node, "returns", None)]
    spans = [node for node in nodes if node is not None]
    return [((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)) for node in spans]


def sample(size, seed, known=()):
    """`size` mutants, equally many of each room as far as it has places enough; a larger sample begins with a smaller.

    Parameters
    ----------
    size, seed : int
    known : container of tuple
        Mutants, by `key_of`, that are to come before those that are drawn, as long as the code has them.

    Returns
    -------
    list of Mutant
        One round of all rooms after the other.
    """
    queues = [_shuffled(room, seed, known) for room in ROOMS]
    chosen = []
    while len(chosen) < size and any(queues):
        for queue in queues:
            while queue:
                mutant = queue.pop()
                if differs(mutant):
                    chosen.append(mutant)
                    break
    return chosen[:size]


def _shuffled(room, seed, known):
    """One mutant of each place of a room, in an order that only the seed and the code decide, known ones last."""
    lines = {key[:3] for key in known}
    places = {}
    for mutant in mutants_of(room):
        places.setdefault((mutant.file, mutant.start), []).append(mutant)
    drawn, new, old = random.Random(f"{seed} {room}"), [], []
    for place in sorted(places):
        one = drawn.choice(places[place])
        again = [mutant for mutant in places[place] if _known_line(mutant) in lines and key_of(mutant) in known]
        (old if again else new).append(again[0] if again else one)
    drawn.shuffle(new)
    drawn.shuffle(old)
    return new + old


def _known_line(mutant):
    return mutant.file, mutant.operator, text_of(mutant.file).splitlines()[mutant.start[0] - 1].strip()


def key_of(mutant):
    """What tells a mutant for as long as its own line stays as it is: file, operator, the line before and after."""
    return mutant.file, mutant.operator, *lines_changed(mutant)


def differs(mutant):
    """Whether the change can be made and is one, and Python still reads the file."""
    try:
        changed = ast.dump(ast.parse(mutated(mutant)))
    except (SyntaxError, AttributeError):  # the second: cosmic-ray trips over exceptions with dotted names
        return False
    return changed != ast.dump(ast.parse(text_of(mutant.file)))
