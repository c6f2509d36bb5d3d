"""From a session to long-term memory: what is promoted by name, and what condensing proposes to keep."""
