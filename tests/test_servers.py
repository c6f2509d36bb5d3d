"""What a log on any server does, whichever keeps it."""

import engines
import pytest

import belieflog


@pytest.fixture(params=["postgres", "nats"])
def server(request):
    return getattr(engines, request.param)()


def noted(log):
    return {n.key: n.value for n in log.memory("u", "s").scratchpad().notes}


def test_two_logs_of_one_server_are_two_logs(server):
    with belieflog.open(server.url()) as a, belieflog.open(server.url()) as b:
        a.memory("u", "s").write("k", "A")

        assert (a.position, b.position) == (2, 1)
        assert (noted(a), noted(b)) == ({"k": "A"}, {})


def test_another_machine_sees_at_once_what_was_written(server):
    with belieflog.open(server.url("shared")) as here, belieflog.open(server.url("shared")) as there:
        mem = here.memory("u", "s")
        for n in range(5):
            mem.write("k", n)
            assert noted(there) == {"k": n}
        there.memory("u", "s").write("j", "theirs")
        assert noted(here) == {"k": 4, "j": "theirs"}
        assert here.head == there.head
        assert here.verify(views=True).ok
        assert there.verify(views=True).ok
