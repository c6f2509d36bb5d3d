"""Memory as files and folders: each file an entry of long-term memory, each edit an event."""
