"""Drawn histories of texts, to be searched."""

import belieflog


def carry_out(log, operations):
    """Write, take back, erase and search as told; what is refused is passed over."""
    for user, verb, number, text in operations:
        mem = log.memory(user, "s")
        address = f"note:k{number}" if number < 2 else f"semantic:n/k{number}"
        try:
            match verb:
                case "note":
                    mem.write(f"k{number}", text)
                case "fact":
                    mem.add_fact(f"k{number}", text, source="user", confidence=number / 4)
                case "semantic":
                    mem.remember(f"semantic:n/k{number}", text, importance=number + 2, in_session=number == 1)
                case "episode":
                    mem.remember(f"episodic:day/{number}", {"said": text})
                case "retract":
                    mem.retract(address, reason="r", source="user")
                case "revert":
                    log.revert(user=user, address=address, last=True, reason="r")
                case "erase":
                    log.erase(user=user, address=address, reason="r")
                case "clear":
                    mem.clear(source="user")
                case "search":
                    mem.recall(text or "x", audit=False)
        except belieflog.BelieflogError:
            continue
