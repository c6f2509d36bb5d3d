"""Writing a log, or what it shows, for other programs and for people."""
