"""Exact and sampled odds for Svara, the three-card betting game."""

__version__ = "0.1.0"
