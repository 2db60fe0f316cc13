"""The betting of a rule set as a game: who may do what, what it costs, and the public tree of all that can happen."""
