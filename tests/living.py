"""A life that holds about everything that can happen to a memory."""

import belieflog


def live(log, numbers):
    """Live through something for each number: writes, clears, ends, corrections of corrections, erasures."""
    mem, other = log.memory("u", "s"), log.memory("u", "t")
    for n in numbers:
        try:
            match n % 13:
                case 0 | 1 | 2:
                    mem.write(f"k{n % 4}", n)
                case 3:
                    mem.remember(f"semantic:a/k{n % 3}", n)
                case 4:
                    mem.retract(f"note:k{n % 4}", reason="no")
                case 5:
                    mem.clear()
                case 6:
                    mem.end("done") if n % 2 else mem.start("again")
                case 7:
                    log.revert(user="u", event=1 + n % log.position, reason="no", only=bool(n % 3))
                case 8:
                    log.undo(log.corrections("u")[n % 2].event.position, reason="yes", user="u")
                case 9:
                    log.rollback(1 + n % log.position, user="u", session="s", reason="no")
                case 10:
                    with other.batch() as batch:
                        batch.write("k", n)
                        batch.remember("semantic:a/k0", n, in_session=bool(n % 2))
                case 11:
                    log.erase(user="u", address=f"note:k{n % 4}", reason="secret")
                case _:
                    log.restore(user="u", kind="note", reason="yes")
        except (belieflog.Refused, IndexError):
            pass
