"""Words for what the package says: no arithmetic, no rules."""
