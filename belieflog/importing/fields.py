"""What a record holds under a name, where it is of the shape that is meant; anything else is as if it weren't there."""

from typing import Any


def text_of(value: object) -> str:
    """Give *value* if it is text, else none."""
    return value if isinstance(value, str) else ""


def object_of(value: object) -> dict[str, Any]:
    """Give *value* if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def objects_of(value: object) -> list[dict[str, Any]]:
    """Give the objects of a list, passing over what is none."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
