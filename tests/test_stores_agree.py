"""Both stores and the plain model agree on results and refusals, whatever is done to them."""

import tempfile
from pathlib import Path

import strategies as s
import views
from driving import START, Lockstep
from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from model import SECOND

STEPS = s.mixed(s.operations, s.operations, s.correcting, s.deriving, s.talking, s.fixed)


class Stores(RuleBasedStateMachine):
    """A log in memory, a log in a file with two clients, and the model, in lockstep."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.all = Lockstep(str(Path(self.folder.name) / "log.db"))
        self.other = self.all.client()

    @initialize(calls=s.beginnings)
    def begin(self, calls):
        self.all.run_all(calls)

    @rule(operation=STEPS)
    def do(self, operation):
        self.all.do(operation)

    @rule(operation=STEPS)
    def do_from_the_other_client(self, operation):
        self.all.sqlite, self.other = self.other, self.all.sqlite
        self.all.do(operation)

    @rule()
    def reopen(self):
        self.all.sqlite.close()
        self.all.sqlite = self.all.client()

    @rule()
    def rebuild(self):
        self.other.rebuild()

    @rule()
    def verify(self):
        for log in self.all.logs:
            assert log.verify(log.anchor(), views=True).problems == ()

    @invariant()
    def what_is_shown_agrees(self):
        expected = views.everywhere(views.of_model, self.all.model)
        for log in self.all.logs:
            assert views.everywhere(views.of_log, log) == expected
        assert self.all.memory.head == self.all.sqlite.head == self.other.head

    @rule()
    def look_back(self):
        model = self.all.model
        past = views.everywhere(views.past_of_model, model)
        for log in self.all.logs:
            assert views.everywhere(views.past_of_log, log) == past
        for position in range(model.position + 1):
            if not model.inside_batch(position):
                expected = views.everywhere(views.of_model, model, position)
                for log in self.all.logs:
                    assert views.everywhere(views.of_log, log, position) == expected

    @rule(seconds=st.integers(-1, 4))
    def look_back_in_hindsight(self, seconds):
        time = START + seconds * SECOND
        assume(time <= self.all.clock.now)

        expected = views.everywhere(views.in_hindsight_of_model, self.all.model, time)

        for log in self.all.logs:
            assert views.everywhere(views.in_hindsight, log, time) == expected

    def teardown(self):
        self.other.close()
        self.all.close()
        self.folder.cleanup()


TestStores = Stores.TestCase
