"""Questions to a scratchpad in JMESPath, over what ``belieflog show --json`` prints."""

from collections.abc import Callable

from eventlog.errors import InvalidValue, Refused
from projections import as_json
from projections.scratchpad import Scratchpad


def over_scratchpad(text: str) -> Callable[[Scratchpad], bool]:
    """Make a predicate of a JMESPath expression: true where it gives anything but null, false, 0 or what is empty."""
    try:
        import jmespath  # type: ignore[import-untyped]  # an extra, wanted only here
        from jmespath.exceptions import JMESPathError  # type: ignore[import-untyped]
    except ModuleNotFoundError:
        raise Refused(
            "extra", "expressions need the package jmespath: pip install -e '.[jmespath]' in the clone"
        ) from None
    try:
        compiled = jmespath.compile(text)
    except (JMESPathError, AttributeError) as error:
        told = str(error).partition("\n")[0]
        example = "facts[?key=='api_timeout']"
        raise InvalidValue("expression", f'{text!r} is no JMESPath ({told}): write it as in "{example}"') from None
    return lambda pad: bool(compiled.search(as_json.scratchpad(pad)))
