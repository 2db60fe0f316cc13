"""Equilibria of games with a public tree and hidden hands: it knows trees and deals, and no game by name."""
