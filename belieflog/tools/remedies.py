"""Refusals as a model can act on them: what only a person or a program can do is put in terms of the tools."""

# What a rule tells programs and people to do, and what it comes to for a model.
_REMEDIES = (
    ("; force it with a reason if it must be overwritten", "; if it must be overwritten, ask the user"),
    (": let the user retract it, or force it with a reason", ": ask the user to take it back"),
    (", or force it with a reason", ""),
    (" or force it with a reason", ""),
    (": 'belieflog keys' and 'show' list what is there", ": read first what is there"),
    (": 'belieflog log' lists what was", ": read first what is there"),
    ("observe() the whole, and write a short", "write a short"),
    (" that points there (blob:… or the event's position) and says what to look for", " that says what matters of it"),
    ("use assume() for a guess", "assume it if it is a guess"),
)


def for_model(message: str) -> str:
    """Write what was refused for a model."""
    for told, put in _REMEDIES:
        message = message.replace(told, put)
    return message
