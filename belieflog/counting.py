"""Counting tokens exactly, with the tokenizer of a model."""

from collections.abc import Callable

from eventlog.errors import Unavailable


def tiktoken_counter(encoding: str = "o200k_base") -> Callable[[str], int]:
    """Make a counter for ``prompt(counter=…)`` of tiktoken's *encoding*: exact for the models that use it.

    Needs ``pip install -e '.[tokens]'`` in the clone and the encoding's data, which tiktoken keeps in the folder that
    ``TIKTOKEN_CACHE_DIR`` names and fetches from the network where it isn't there. Raises `Unavailable`, saying which
    of the two is missing.
    """
    try:
        import tiktoken
    except ImportError:
        raise Unavailable("tiktoken isn't installed: pip install -e '.[tokens]' in the clone") from None
    try:
        encoder = tiktoken.get_encoding(encoding)
    except ValueError:
        known = ", ".join(tiktoken.list_encoding_names())
        raise Unavailable(f"tiktoken knows no encoding {encoding!r}: use one of {known}") from None
    except Exception as error:  # requests' errors, a folder that can't be written: all mean that the data isn't there
        raise Unavailable(
            f"tiktoken's data for {encoding!r} isn't here and couldn't be fetched ({type(error).__name__}): load it once"
            " with network, then let TIKTOKEN_CACHE_DIR name the folder that keeps it; without it leave out counter="
        ) from error
    return lambda text: len(encoder.encode(text, disallowed_special=()))  # what is stored is text, whatever it says
