"""The trick game: the rest of the package does not know it."""
