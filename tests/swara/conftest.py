from pathlib import Path

import pytest

from svara_odds.rules.catalog import load_trick_rules

SOURCE = Path(__file__).parents[2] / "svara_odds" / "rules" / "variants" / "swara.toml"


@pytest.fixture
def small_rules(tmp_path):
    """Makes the default rules with a deck of fewer ranks."""

    def make(ranks, **changes):
        text = SOURCE.read_text(encoding="utf-8").split("[[examples]]")[0].replace("789TJQKA", ranks)
        lines = []
        for line in text.splitlines():
            key = line.split(" = ")[0]
            if key == "whip_points":
                points = line.split("{")[1].split("}")[0].split(",")
                line = f"{key} = {{ {', '.join(part for part in points if part.split()[0] in ranks)} }}"
            lines.append(f"{key} = {changes[key]}" if key in changes else line)
        path = tmp_path / "small.toml"
        path.write_text("\n".join(lines), encoding="utf-8")
        return load_trick_rules(path)

    return make
