"""What a secret looks like that is known by its own shape: tokens, keys, passwords in addresses, card numbers.

A token is matched only where it begins, and then to the end of its run of characters, so that no part of a text is
gone through more than a few times: what a rule costs grows with the length of the text, whatever is in it.
"""

import re
from collections.abc import Callable, Iterator

from msgspec import Struct

from eventlog import secret_names
from eventlog.secret_names import Found
from eventlog.secret_values import can_be_secret, drawn

_BEGINS = r"(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))"  # also after a line break written as \n
_RUN = r"[A-Za-z0-9_-]"


class Pattern(Struct, frozen=True):
    """How secrets of a few *kinds* are found, in texts that hold one of the lower-case *hints*."""

    kinds: tuple[str, ...]
    hints: tuple[str, ...]
    find: Callable[[str], Iterator[Found]]


def _shaped(kind: str, regex: str, *hints: str, begins: str = _BEGINS, ends: str = _RUN + "*+") -> Pattern:
    """A secret that a regex finds; of it only the group ``value``, where it has one."""
    compiled = re.compile(begins + f"(?:{regex})" + ends, re.ASCII)
    group = "value" if compiled.groupindex else 0
    return Pattern((kind,), hints, lambda text: ((*m.span(group), kind) for m in compiled.finditer(text)))


_BEARER = re.compile(
    r"(?:bearer\s|authorization\\?[\"']?\s{0,3}[:=]\s{0,3}\\?[\"']?(?:(?:basic|bearer|token|digest|apikey)\s)?)\s{0,3}"
    r"(?P<value>[A-Za-z0-9._~+/=-]{12,4096}+)",
    re.IGNORECASE | re.ASCII,
)
_DIGITS = re.compile(r"(?<![A-Za-z0-9_.-])\d(?:[ -]?\d){13,18}+(?![A-Za-z0-9_-]|\.\d)", re.ASCII)
_CARD = re.compile(
    r"4\d{15}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}|62\d{14,17}"
)


_COMMAND = re.compile(
    r"(?:\bcurl\b[^\n|;]{0,200}?\s(?:-u|--user|--proxy-user|-U)[ =]?[\"']?[^\s:\"']{0,64}:"
    r"|\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,200}?\s-p[\"']?(?=\S)"
    r"|\b(?:sshpass|login)\b[^\n|;]{0,200}?\s-p[ ]?[\"']?"
    r"|\bidentified\s(?:with\s\S{1,40}\s)?by\s(?:password\s)?[\"'])"
    r"(?P<value>[^\s\"'|;<>]{4,256}+)",
    re.IGNORECASE | re.ASCII,
)


def _commands(text: str) -> Iterator[Found]:
    for found in _COMMAND.finditer(text):
        if can_be_secret(found["value"], chosen=True, form="field"):
            yield (*found.span("value"), "password")


def _bearers(text: str) -> Iterator[Found]:
    for found in _BEARER.finditer(text):
        if any(map(str.isdigit, found["value"])) or drawn(found["value"]):
            yield (*found.span("value"), "bearer token")


def _cards(text: str) -> Iterator[Found]:
    for found in _DIGITS.finditer(text):
        digits = re.sub(r"\D", "", found[0])
        if _CARD.fullmatch(digits) and _luhn(digits):
            yield (*found.span(), "card number")


def _luhn(digits: str) -> bool:
    doubled = (int(d) * (1 + n % 2) for n, d in enumerate(reversed(digits)))
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


PATTERNS = (
    _shaped(
        "private key",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:(?:[^-]|-(?!----)){0,32768}+-----END [A-Z0-9 ]{0,60}-----|(?:(?:\s|\\[nr]|[\"'+]){0,8}[A-Za-z0-9+/=]{16,}+)*+)",
        "private key", begins="",
    ),
    _shaped("jwt", rf"eyJ{_RUN}{{8,}}+\.{_RUN}{{8,}}+\.{_RUN}{{8,}}", "eyj"),
    _shaped("github token", r"gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}",
            "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
    _shaped("slack token", r"xox[a-z]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{20,}", "xox", "xapp-"),
    _shaped("google api key", rf"AIza{_RUN}{{30,}}|ya29\.{_RUN}{{20,}}", "aiza", "ya29."),
    _shaped("aws key", r"(?:AKIA|ASIA)[A-Z0-9]{16}(?:[\s,;:/|\"']{1,5}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+]))?", "akia", "asia"),
    _shaped(
        "api key",
        rf"sk-(?:(?:ant|proj|svcacct|admin|or-v1|live|test)-{_RUN}{{16,}}|[A-Za-z0-9]{{20,}})|[srp]k_(?:live|test)_[A-Za-z0-9]{{10,}}"
        rf"|hf_[A-Za-z0-9]{{30,}}|npm_[A-Za-z0-9]{{30,}}|glpat-{_RUN}{{18,}}",
        "sk-", "k_live_", "k_test_", "hf_", "npm_", "glpat-",
    ),
    _shaped(
        "url password", r"://[^\s/@:?#\"'<>\[\]]{0,128}+:(?!\d{1,5}[,;)])(?P<value>[^\s/?#\"'<>{}\[\]$*]{1,256})@(?=[\w\[])", "://",
        begins="", ends="",
    ),
    Pattern(("bearer token",), ("bearer", "authorization"), _bearers),
    Pattern(("password",), ("curl", "mysql", "maria", "login", "sshpass", "identified"), _commands),
    Pattern(("password",), ("from", "从"), secret_names.changed),
    Pattern(secret_names.KINDS, secret_names.HINTS, secret_names.find),
    Pattern(("card number",), ("3", "4", "5", "6"), _cards),
)  # fmt: skip
