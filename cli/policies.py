"""The policy for people: a key a line, what isn't the default marked."""

from collections.abc import Iterator
from typing import Any

from cli.terminal import columns, line, wrap

Rules = dict[str, Any]

_PARTS = ("reasons", "secrets", "ranking", "watch", "spaces", "namespaces")


def listing(rules: Rules, defaults: Rules) -> Iterator[str]:
    """Write each key with its value; ``*`` stands before what differs from *defaults*."""
    usual = dict(_flat(defaults))
    for key, value in _flat(rules):
        mark = " " if usual.get(key) == value else "*"
        first, *rest = wrap(
            f"{line(key)}: {line('all' if key == 'visible' and value is None else _told(value))}", columns() - 2
        )
        yield f"{mark} {first}"
        yield from (f"      {more}" for part in rest for more in wrap(part, columns() - 6))


def _flat(rules: Rules) -> Iterator[tuple[str, Any]]:
    for key, value in rules.items():
        if key in _PARTS and value:
            yield from ((f"{key}.{name or '(root)'}", each) for name, each in value.items())
        else:
            yield key, value


def _told(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case []:
            return "-"
        case list():
            return ", ".join(map(str, value))
        case {}:
            return ", ".join(f"{name} {_told(each)}" for name, each in value.items()) or "-"
        case _:
            return str(value)
