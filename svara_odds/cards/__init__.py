"""Cards and hands as small integers, and their names."""
