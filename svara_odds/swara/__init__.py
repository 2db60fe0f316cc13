"""The trick game Swara: whips, the choice before play, and three tricks."""
