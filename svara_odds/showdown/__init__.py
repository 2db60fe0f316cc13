"""How much weight lies below, level with and disjoint from a hand."""
