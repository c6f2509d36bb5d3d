"""LangGraph's store over a memory: what an agent keeps there gains audit, replay and rollback by one changed line.

>>> import belieflog
>>> from belieflog.langgraph import BelieflogStore
>>> with belieflog.open(":memory:") as log:
...     store = BelieflogStore(log.memory(user="u1"))
...     store.put(("prefs",), "language", {"text": "Python"})
...     print(store.get(("prefs",), "language").value, len(log.memory("u1").history("semantic:prefs/language")))
{'text': 'Python'} 1
"""

from eventlog.errors import Refused

try:
    import langgraph.store.base  # noqa: F401
except ImportError:
    raise Refused("extra", "LangGraph's store isn't installed: pip install -e '.[langgraph]' in the clone") from None

from belieflog.langgraph.store import BelieflogStore

__all__ = ["BelieflogStore"]
