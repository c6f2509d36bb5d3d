"""What a host can read without a tool: pages of the memory, by address."""

from typing import Any, NamedTuple

from belieflog.mcp.serving import Serving
from belieflog.tools.audit import History
from belieflog.tools.tool import Caller, text
from eventlog.errors import NotFound

HISTORY = "belieflog://history/"
_MARKDOWN, _JSON = "text/markdown", "application/json"


class Page(NamedTuple):
    """A page: its address (or the pattern of several), its name, what it tells, and in which form."""

    uri: str
    name: str
    english: str
    chinese: str
    form: str

    def description(self, lang: str) -> str:
        """Say what it tells."""
        return self.chinese if lang == "zh" else self.english


_PAGES = (
    Page(
        "belieflog://scratchpad", "scratchpad",
        "What is in mind in this session, with recent dialogue and long-term memory, as a prompt.",
        "本会话中记着的内容，连同最近的对话和长期记忆，作为提示文本。", _MARKDOWN,
    ),
    Page("belieflog://scratchpad.json", "scratchpad.json", "The same as JSON.", "同上，JSON 格式。", _JSON),
    Page(
        "belieflog://handover", "handover", "One page for whoever goes on with this session.",
        "给接手本会话者的一页说明。", _MARKDOWN,
    ),
)  # fmt: skip
_ONE_HISTORY = Page(
    HISTORY + "{address}", "history",
    "All versions of an entry, oldest first; the address is kind and key, percent-encoded: fact%3Aapi_timeout.",
    "一条记录的所有版本，旧的在前；地址为类别和键，百分号编码：fact%3Aapi_timeout。", _JSON,
)  # fmt: skip
_WHOLE_GRAPH = Page(
    "memory://knowledge-graph", "knowledge-graph", "The whole knowledge graph.", "整个知识图谱。", _JSON
)


def listed(serving: Serving) -> tuple[Page, ...]:
    """List the pages that have one address."""
    return (_WHOLE_GRAPH,) if serving.compat else _PAGES


def patterns(serving: Serving) -> tuple[Page, ...]:
    """List the pages of which there is one for each of something."""
    return () if serving.compat else (_ONE_HISTORY,)


def read(serving: Serving, uri: str) -> tuple[str, str]:
    """Give the text of a page, and its form; raises what the memory raises."""
    if uri not in {page.uri for page in listed(serving)} and (serving.compat or not uri.startswith(HISTORY)):
        places = ", ".join(page.uri for page in (*listed(serving), *patterns(serving)))
        raise NotFound(f"there is nothing to read at '{uri}': there is {places}")
    mem = serving.whose.own()
    match uri:
        case "memory://knowledge-graph":
            return serving.call("read_graph", None, "").text, _JSON
        case "belieflog://scratchpad":
            return mem.prompt(lang=serving.lang), _MARKDOWN
        case "belieflog://scratchpad.json":
            return mem.prompt(lang=serving.lang, format="json"), _JSON
        case "belieflog://handover":
            page = mem.handover(serving.lang, path=False)
            mem.note_shown(page.shown)
            return str(page), _MARKDOWN
        case _:
            from urllib.parse import unquote

            told: dict[str, Any] = History(unquote(uri.removeprefix(HISTORY))).run(Caller(mem, "history"))
            return text(told["versions"]), _JSON
