"""The page that a player opens on a phone: one file that holds everything it shows."""
