"""Other programs that keep what an agent knows, put to the same operations as ours, in the same run.

One module is one program, imported when it is asked for. `peer` says what such a module gives.
"""
