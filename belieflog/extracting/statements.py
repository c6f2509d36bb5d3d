"""What in a turn is the speaker's own plain statement: not quoted, asked, supposed, reported or pasted.

Whatever is doubtful is left out: it is worse to keep what nobody meant than to miss what somebody did.
"""

import re
from collections.abc import Iterator

from msgspec import Struct

from belieflog.extracting.english_patterns import NO
from belieflog.extracting.taking_back import Reach, taken_back

LONGEST = 1_500  # a longer turn is a text that was pasted
HOLE = "\ufffc"  # stands where something was quoted

_FENCED = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|<([A-Za-z][\w-]*)[^>]*>.*?(?:</\1>|\Z)", re.DOTALL)
_PASTED = re.compile(r"^\s*(?:[>#|*•-]|\d+[.)、]\s).*$", re.MULTILINE)
_QUOTED = re.compile(
    r"“[^”]*(?:”|\Z)|「[^」]*(?:」|\Z)|『[^』]*(?:』|\Z)|\"[^\"\n]*(?:\"|$)|(?<!\w)'[^'\n]+'(?!\w)", re.M
)
_SENTENCE = re.compile(r"(?:[^。！？!?；;\n.]|\.(?=\S))+(?:[。！？!?；;\n]|\.(?=\s|$)|$)?[！？!?]*")

# Someone else's words are asked for: then none of the turn is about the speaker.
_COMMISSIONED = re.compile(
    r"(?:^|[.!?,:]\s*|\bplease |\b(?:can|could|would|will) you (?:please )?|\bhelp me (?:to )?|\bwant you to )"
    r"(?:translate|rewrite|rephrase|paraphrase|proofread|role-?play|pretend|imagine|act as|say that|repeat|"
    r"(?:write|compose|draft|make up|create|tell me) (?:me )?(?:a|an|the|some) ?(?:short )?"
    r"(?:story|poem|song|letter|email|e-mail|essay|dialogue|joke|sentence|speech|bio|post|message|novel|script|"
    r"line))\b"
    r"|翻译|扮演|假装|润色|改写|续写|造句|造个句|台词|歌词|(?<![喜欢爱])(?:写|编|讲)(?:一|个|篇|首|段|封)",
    re.IGNORECASE,
)

_EN_DOUBT = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|pretend|maybe|perhaps|probably|yeah right|might|would|could|should|"
    r"wish|whether|"
    r"hypothetically|as if|used to|formerly|previously|once|i think|i guess|i thought|i heard|i dreamt|i dreamed|"
    r"not sure|"
    r"for example|for instance|e\.g\.|when i was|in the past|supposedly|as a child|as a kid|last time|said|says|"
    r"told me)\b",
    re.IGNORECASE,
)
_ZH_DOUBT_ALL = re.compile(
    r"如果|要是|假如|假设|倘若|万一|若是|假使|当我|小时候|以前|之前|先前|从前|曾经|过去|那时|当时|当年|想象|例如|听说|据说|别人|请问"
)
_ZH_OFFER = re.compile(  # "… if you like that too, have a look at …": no condition of what goes before it
    r"[，,](?:如果|要是|假如|若是)你们?(?:也|喜欢|感兴趣|有兴趣|想|愿意|有时间|有空)[^，,]*[，,]?(?:你们?)?(?:也|就)*(?:可以|不妨).*$"
)
_ZH_DOUBT = re.compile(
    r"也许|可能|或许|大概|好像|似乎|是否|要不要|的时候|觉得|以为|差点|梦[见到]|仿佛|未必|难道|怎么|什么|谁|哪|多少|几[个岁月号点]|为何|"
    r"是不是|对不对|有没有|会不会|能不能|喜不喜欢|吗|呢|[么吧]$|本来|原来|原本|才怪|不是说|曾[经在是]"
)
_ZH_TAG = re.compile(r"(?:对|是|行|好|可以|没错)(?:吗|吧|么|不对|不是|不)|对不对|是不是|是吧|不是吗|你(?:还)?记得")
_ZH_ASKED = re.compile(r"(?:对|是|行|好|可以|没错|不是)(?:吗|吧|么|不对|不是|不)|对不对|是不是")
_ZH_CUT = re.compile(r"[，,]|…+|—+|～+")
_ZH_REPORTED = re.compile(r"(?:(?<![跟对和]你)说|[^知]道|告诉我|问|喊|认为|觉得|以为|[:：])$")
_EN_SPLIT = re.compile(r"(?:,|,? (?:and|but|so|though|while)|[-–—]+) +(?=(?:i|my|i'm|i've|i am)\b)", re.IGNORECASE)
_EN_TAG = re.compile(r",? (?:right|ok|okay|huh|isn't it|don't i|am i)$", re.IGNORECASE)
_EN_MARKED = re.compile(  # what may put right what goes before it in the sentence
    r"\s*(?:[,;:(…–—]+|\s-+\s|--)\s*(?=(?:"
    + NO
    + r"|nope|wait|hold on|sorry|actually|i mean|i meant|or rather|rather|correction|"
    r"scratch that|strike that|make that|oops|my mistake|my bad|wrong|that's wrong|i was wrong|i misspoke|pardon)\b)",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u4e00-\u9fff]")
_WORD = re.compile(r"[A-Za-z']+")
_FIRST = re.compile(r"\b(?:i|my|we|our|call)\b|^(?:the|that|it|no|not|wrong|sorry|correction)\b", re.IGNORECASE)


class Statement(Struct, frozen=True):
    """A clause that its speaker states, bare of quotes and of the mark at its end.

    A *joined* one goes on in the sentence before it. One that *takes back* has no text of its own.
    """

    text: str
    chinese: bool
    joined: bool = False
    takes_back: Reach | None = None


def statements(text: str) -> Iterator[Statement]:
    """Yield the clauses of *text* that its speaker plainly states, in order, and where they take back what they said.

    >>> [s.text for s in statements("你好，我叫小明。你叫什么？")]
    ['你好', '我叫小明']
    >>> [s.text for s in statements("I live in Paris and my name is Al. If I love cats, so what")]
    ['I live in Paris', 'my name is Al']
    """
    text = text.replace("’", "'")
    if len(text) > LONGEST or _COMMISSIONED.search(text):
        return
    bare = _QUOTED.sub(HOLE, _PASTED.sub("", _FENCED.sub(HOLE, text)))
    joined = False
    for match in _SENTENCE.finditer(bare):
        whole = match[0].strip()
        sentence = whole.rstrip("。！？!?；;.~～… \n")
        end = whole[len(sentence) :]
        if sentence.isprintable() and sentence:
            chinese = len(_CJK.findall(sentence)) > len(_WORD.findall(sentence))
            asked = not {"?", "？"}.isdisjoint(end)
            yield from _of_sentence(sentence, chinese, asked, joined)
            joined = end.startswith((";", "；", "..", "…"))


def _of_sentence(sentence: str, chinese: bool, asked: bool, joined: bool) -> Iterator[Statement]:
    if not asked:
        reach, sentence = taken_back(sentence)
        if reach:
            yield Statement("", chinese, takes_back=reach)
    if chinese:
        yield from _chinese(sentence, asked, joined)
    elif not asked:
        yield from _english(sentence, joined)


def _chinese(sentence: str, asked: bool, joined: bool) -> Iterator[Statement]:
    sentence = _ZH_OFFER.sub("", sentence)
    clauses = [clause.strip() for clause in _ZH_CUT.split(sentence)]
    if _ZH_DOUBT_ALL.search(sentence) or any(map(_ZH_REPORTED.search, clauses)):
        return
    if _ZH_ASKED.fullmatch(clauses[-1]) or (asked and (len(clauses) == 1 or _ZH_TAG.search(clauses[-1]))):
        return
    for clause in clauses[:-1] if asked else clauses:
        if clause and not _ZH_DOUBT.search(clause):
            yield Statement(clause, True, joined)
        joined = True


def _english(sentence: str, joined: bool) -> Iterator[Statement]:
    if _EN_DOUBT.search(sentence) or _EN_TAG.search(sentence):
        if joined and _EN_MARKED.match(f", {sentence}"):
            yield Statement("no", False, joined)
        return
    for part in _EN_MARKED.split(sentence):
        first, *rest = _EN_SPLIT.split(part)
        yield Statement(first.strip(), False, joined)
        if _FIRST.search(first) or len(first.split()) <= 2:
            yield from (Statement(each.strip(), False, True) for each in rest)
        joined = True
