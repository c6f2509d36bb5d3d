"""How fast, how big, how soon: belieflog beside plain `sqlite3`, measured in the same run.

``python -m bench`` prints the table of docs/performance.md.
"""
