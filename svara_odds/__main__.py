"""``python -m svara_odds``."""

from svara_odds.cli.app import main

if __name__ == "__main__":
    main()
