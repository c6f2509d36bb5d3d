import os
import signal

import pytest
from engines import QUICK, SERVERS, STORES
from hand import Hand
from hypothesis import Phase, settings
from ticking import over

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as where a shell runs the tests in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=100, stateful_step_count=20, deadline=None, derandomize=True)
for name, examples in (
    ("mutants", 100),
    ("honest", 15),
    ("servers", 6),
):  # for tests/mutants.py, which asks only whether anything fails, and for the laws on servers
    settings.register_profile(
        name, max_examples=examples, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
        report_multiple_bugs=False,
    )  # fmt: skip
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_modifyitems(config, items):
    """Leave out the servers where a module is marked ``embedded``."""
    out = [item for item in items if item.get_closest_marker("embedded") and SERVERS & given(item)]
    if out:
        config.hook.pytest_deselected(items=out)
        left = set(out)
        items[:] = [item for item in items if item not in left]


def given(item):
    """Give the parameters of a test that are names."""
    called = getattr(item, "callspec", None)
    return {value for value in called.params.values() if isinstance(value, str)} if called else set()


@pytest.fixture(params=STORES)
def store(request):
    """A fresh store, once of each engine."""
    return STORES[request.param]()


@pytest.fixture(params=STORES)
def hand(request):
    """A fresh log written by hand, once over each store."""
    with Hand(STORES[request.param]()) as hand:
        yield hand


@pytest.fixture(params=QUICK)
def log(request):
    """A fresh log with a ticking clock, once over each store."""
    with over(QUICK[request.param]()) as log:
        yield log


@pytest.fixture
def mem(log):
    """The memory of user ``u`` in session ``s``."""
    return log.memory("u", "s")


@pytest.fixture
def path(tmp_path):
    """Where a log may be made."""
    return str(tmp_path / "agent.db")
