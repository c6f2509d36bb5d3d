"""Reading other programs' records of what an agent did, as operations on a log."""
