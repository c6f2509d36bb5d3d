"""Replay over the whole terminal: the log on the left, what was held in mind on the right."""
