"""What the README shows is what happens."""

import re
import shlex
from pathlib import Path

import pytest

from svara_odds.cli.app import main
from svara_odds.rules.catalog import list_rules, load_rules

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def command_lines(block):
    """The command lines of a block, without what stands before ``svara-odds`` and without comments."""
    for line in block.splitlines():
        if "svara-odds " in line:
            yield shlex.split(line.split("svara-odds ", 1)[1], comments=True)


def commands():
    """The command lines of the README."""
    for block in blocks("sh"):
        yield from command_lines(block)


def shown():
    """Each text that the README shows, with the first command of the block before it."""
    words = []
    for language, block in re.findall(r"```(\w+)\n(.*?)```", README, flags=re.DOTALL):
        if language == "sh":
            words = next(command_lines(block), words)
        elif language == "text":
            yield words, block


def run(words, capsys):
    with pytest.raises(SystemExit) as end:
        main(words)
    printed = capsys.readouterr()
    assert end.value.code == 0, printed.err
    return printed.out


def test_there_is_something_to_test():
    assert len(list(commands())) >= 9
    assert len(blocks("python")) == 1
    assert len(blocks("toml")) == 2
    assert len(list(shown())) == len(blocks("text")) >= 1


@pytest.mark.parametrize(("words", "text"), list(shown()), ids=lambda part: " ".join(part)[:40])
def test_a_command_prints_what_is_shown(words, text, capsys):
    assert run(words, capsys) == text


@pytest.mark.parametrize("words", list(commands())[1:], ids=" ".join)
def test_a_command_that_is_shown_works(words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(words, capsys)


def test_the_python_that_is_shown_works_and_gives_what_it_says():
    code = blocks("python")[0]
    scope = {}
    exec(code, scope)
    for line in code.splitlines():
        expression, _, comment = line.partition("  # ")
        value = re.match(r"('.*?'|Fraction\(.*?\))", comment)
        if value:
            assert repr(eval(expression, scope)) == value[0], line


@pytest.mark.parametrize("shown", blocks("toml"), ids=["our-club", "points"])
def test_the_rules_that_are_shown_are_rules(shown, request, tmp_path, capsys):
    name = request.node.callspec.id
    path = tmp_path / f"{name}.toml"
    path.write_text(shown, encoding="utf-8")
    assert run(["rules", "check", str(path)], capsys).startswith(f"{name}: ok")


def test_every_rule_set_stands_in_the_table():
    shown = re.findall(r"^\| `([a-z-]+)`.*?\| (\d+) \| \d+ \|", README, flags=re.MULTILINE)
    assert {name: int(cards) for name, cards in shown} == {n: load_rules(n).deck.n_cards for n in list_rules()}
