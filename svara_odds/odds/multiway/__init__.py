"""Known hands against opponents of one range, and all hand classes at once, by inclusion and exclusion of cards."""
