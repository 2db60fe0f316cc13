"""What a hand is worth and how it is bet, as data."""
