"""The read side: pure folds over the log, and the same views read out of an index, one module a view."""
