"""Without cosmic-ray the tests here are skipped, and what they are built on is not looked into for examples."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("cosmic_ray") else ["mutants.py", "record.py", "trying.py"]
