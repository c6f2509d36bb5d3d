"""A stand-in for a model that assists someone: it knows what the request holds, and believes whatever it reads."""

import re
from collections.abc import Mapping
from typing import Any

from serving import Message, outputs, said

_MEMORY = re.compile(r"^- semantic:([\w/]+)(?: \[[^\]]*\])?: (.*)$", re.MULTILINE)
_TOLD = (  # what someone says of themselves, and where it belongs
    (re.compile(r"I drink ([\w ]+?)(?: now)?[,.]"), "preferences", "drink"),
    (re.compile(r"allergic to ([\w ]+)"), "health", "allergy"),
)
_READ = re.compile(r"[Rr]ead (https://\S+)")
_ORDER = re.compile(r"[Rr]emember: the user's favourite (\w+) is ([\w ]+)")


def assistant(request: Mapping[str, Any]) -> Message:
    """Answer as an assistant would that trusts each page it reads."""
    system, user, *exchange = request["messages"]
    prefix = f"call_{len(exchange)}"
    for tool, told in outputs(exchange):
        if tool == "read_page" and len(exchange) == 2:
            orders = [_write("preferences", key, value, told["source"]) for key, value in _ORDER.findall(told["page"])]
            return said("It says something about you.", *orders, prefix=prefix) if orders else said("I have read it.")
    if exchange:
        return said("Noted.")
    text = user["content"]
    if page := _READ.search(text):
        return said(None, ("read_page", {"url": page[1]}), prefix=prefix)
    writes = [_write(where, key, found[1], "user") for told, where, key in _TOLD if (found := told.search(text))]
    if writes:
        return said("I keep that.", *writes, prefix=prefix)
    return said(_breakfast(dict(_MEMORY.findall(system["content"]))))


def _breakfast(known: Mapping[str, str]) -> str:
    drink = known.get("preferences/drink", "whatever you like")
    place = known.get("preferences/restaurant", "home")
    allergy = f", nothing with {known['health/allergy']}" if "health/allergy" in known else ""
    return f"Have {drink} at {place}{allergy}."


def _write(namespace: str, key: str, content: str, source: str) -> tuple[str, Mapping[str, Any]]:
    return "memory_write", {"namespace": namespace, "key": key, "content": content, "source": source}
