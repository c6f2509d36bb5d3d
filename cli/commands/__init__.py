"""One verb a module; each is imported only when it runs."""
