"""Showdown odds: exact where they can be, sampled where they cannot."""
