"""Rules made into frozen arrays, and the symmetries found in them."""
