"""Each text of the viewer is said in Chinese too."""

import ast
import re
from pathlib import Path

from cli.web import choosing, pages
from cli.web.drawing.lanes import KINDS
from cli.web.drawing.telling import ENDINGS
from cli.web.pages import compare, corrections, entry, integrity
from cli.web.pages.timeline import VIEWS
from cli.web.report.writing import SAID
from cli.web.site import PAGES
from cli.web.standing import PARTS
from cli.web.wording import CHINESE
from eventlog.addresses import KINDS as ADDRESSED

WEB = Path(pages.__file__).parent.parent
TOLD = {*KINDS, *ENDINGS.values(), *VIEWS, *PARTS, *ADDRESSED, "added", "changed", "removed", *SAID}  # said by name
TOLD |= {*choosing.VERBS.values(), *choosing.CASCADES.values(), *corrections.WOULD.values(), "with it", "kept"}
TOLD |= {*compare.HOW, *entry.VIEWS, *(words for _, words in integrity.LEVELS.values())}


def said():
    for path in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="say") | ast.Name(id="say"), args=[ast.Constant(value=text), *_]):
                    yield text
    for path in (WEB / "templates").iterdir():
        yield from (found[1] for found in re.findall(r"""\bsay\((["'])(.+?)\1""", path.read_text("utf-8")))


def test_every_sentence_said_is_also_said_in_chinese():
    every = {*said(), *TOLD, *(page.link for page in PAGES if page.link)}

    assert every - set(CHINESE) == set()
    assert set(CHINESE) - every == set()


def test_a_translation_has_the_same_blanks():
    blanks = lambda text: set(re.findall(r"{(\w+)}", text))

    assert {text: blanks(chinese) for text, chinese in CHINESE.items()} == {text: blanks(text) for text in CHINESE}


def test_no_template_holds_script_style_or_words_of_its_own():
    for path in (WEB / "templates").iterdir():
        text = path.read_text("utf-8")
        assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son\w+=|javascript:|https?://|\|\s*safe\b", text), (
            path.name
        )
        outside = re.sub(r"{%.*?%}|{{.*?}}|<[^>]*>", " ", text, flags=re.DOTALL)
        assert set(re.findall(r"[A-Za-z]{3,}", outside)) <= {"belieflog", "UTC"}, path.name
