"""Bugs planted in search by words and by meaning."""

from planting import Mutant

SEARCH = "test_search.py"
MEANING = "test_meaning.py"

MUTANTS = [
    # What is searched
    Mutant(
        "words are counted over all scopes", SEARCH, "law_06",
        "eventlog/sqlite_words.py", 'from corpus where " + _among', 'from corpus where scope > 0 or " + _among',
    ),
    Mutant(
        "a word is found in any scope", SEARCH, "law_02_the_words",
        "eventlog/sqlite_words.py", 'phrase = " ".join(f"{scope}{_MARK}{each}"', 'phrase = " ".join(f"{2}{_MARK}{each}"',
    ),
    Mutant(
        "a clear and a correction leave the words as they were", SEARCH, "law_02_the_words",
        "eventlog/sqlite_words.py", "for tag in (\"scratchpad-cleared\", \"corrected\")", 'for tag in ("marked",)',
    ),
    Mutant(
        "what only adds finds too", SEARCH, "law_02_the_words",
        "eventlog/sqlite_words.py", " having max(h.looked)", "",
    ),
    Mutant(
        "erased words are found", SEARCH, "law_02_the_words",
        "eventlog/sqlite_store.py", "sqlite_words.forget(connection, self.index.number(recorded.scope), recorded)", "pass",
    ),
    Mutant(
        "a namespace's name begins another's", SEARCH, "test_namespaces",
        "eventlog/sqlite_words.py", 'values += [within, len(within) + 1, within + b","]',
        "values += [within, len(within) - 1, within[:-1]]",
    ),
    Mutant(
        "an expired entry is found", SEARCH, "law_02",
        "eventlog/sqlite_words.py", "(w.expires_at is null or w.expires_at > ?)", "(w.expires_at is null or ? is not null)",
    ),
    Mutant(
        "the words are behind and no one says so", SEARCH, "reading_is_searched",
        "eventlog/sqlite_store.py", "if sqlite_words.current(connection, known) else None", "if True else None",
    ),
    # Meaning
    Mutant(
        "a vector outlives its text", MEANING, "goes_with_the_last_text",
        "eventlog/sqlite_words.py", "        sqlite_vectors.drop(connection, recorded.position)\n", "",
    ),
    Mutant(
        "what is far in meaning is found", MEANING, "law_02_what_is_kept",
        "belieflog/matrix.py", "np.flatnonzero(self._cosines >= self.floor)", "np.arange(len(self._cosines))",
    ),
    Mutant(
        "an episode follows what doesn't fit the demands", MEANING, "the_episode_before",
        "eventlog/sqlite_words.py", "w.position < e.position and {clause}", "w.position < e.position and ({clause} or 1)",
    ),
    Mutant(
        "an episode follows another user's", MEANING, "the_episode_before",
        "eventlog/sqlite_words.py", "where w.scope = e.scope and", "where w.scope > 0 and",
    ),
    Mutant(
        "demands are not asked of what is close", MEANING, "filters_hold",
        "eventlog/sqlite_words.py", "w.at from words w where {clause}", "w.at from words w where ({clause} or 1)",
    ),
]  # fmt: skip
