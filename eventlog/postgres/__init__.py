"""Logs in PostgreSQL: many in one database, told apart by name."""
