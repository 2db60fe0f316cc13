"""Sampled CFR: games too large to be solved exactly, with an honest measure of what is left to gain."""
