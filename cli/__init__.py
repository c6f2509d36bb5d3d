"""The door for people: the `belieflog` command."""
