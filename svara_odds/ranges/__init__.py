"""Sets of hands, weighted, and the grammar they are written in."""
