"""The door for people: the `belieflog` command."""

import gc

gc.set_threshold(50_000)  # objects between two collections: a short command ends before one is worth its time
