"""A report: a session, or what happened from one point to another, as one HTML file that needs nothing else.

It is gathered (`gathering`), written with as much as fits (`writing`), and put where it is wanted (`saving`). The states
that its slider steps through stand in it as what each point changed (`states`); all else is readable without a script.
"""
