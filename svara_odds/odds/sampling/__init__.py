"""Showdowns dealt at random, in seeded blocks."""
