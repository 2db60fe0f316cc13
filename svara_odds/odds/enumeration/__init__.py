"""Showdowns counted by dealing every deal."""
