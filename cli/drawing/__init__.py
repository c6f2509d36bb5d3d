"""Pictures of what is known: trees of reasons as graphs, values over versions as a line of blocks. All pure."""
