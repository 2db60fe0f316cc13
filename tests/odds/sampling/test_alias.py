from hypothesis import given
from hypothesis import strategies as st

from svara_odds.odds.sampling.alias import alias_table


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=40))
def test_every_entry_is_drawn_exactly_as_often_as_its_weight_says(weights):
    table = alias_table(weights)
    drawn = [0] * len(weights)
    for entry, (threshold, alias) in enumerate(zip(table.thresholds.tolist(), table.aliases.tolist(), strict=True)):
        assert 0 <= threshold <= table.total
        drawn[entry] += threshold
        drawn[alias] += table.total - threshold
    assert table.total == sum(weights)
    assert drawn == [weight * len(weights) for weight in weights]
