"""What an English statement says of its speaker."""

import re
from collections.abc import Iterator

from belieflog.extracting.english_patterns import (
    AGE,
    AIM_CUT,
    AIM_IS,
    ALLERGY,
    AMENDS,
    AND,
    ASKS,
    BIRTHDAY,
    CALL_ME,
    CUT,
    DOING,
    EMPLOYER,
    FAVOURITE,
    FIGURE,
    GERUND,
    GREETED,
    GREETING,
    HOME,
    IT_IS,
    JOB,
    KEEN,
    LEAD,
    LIKES,
    LIKES_NOT,
    LISTED,
    LISTENING,
    MARK,
    NAME,
    NAMED,
    NARROWED,
    NOT_A_THING,
    NOT_A_VALUE,
    NOT_AN_AIM,
    NOT_BUT,
    OTHERS,
    PLACE,
    PLAIN,
    POLITE,
    PREPOSITION,
    SURE,
    VERBS,
    WANTS,
    WANTS_NOT,
    WORKS,
)
from belieflog.extracting.found import Found, allergy, figure, goal, named, of_user, preference
from belieflog.extracting.names import chinese_name, english_name, english_place, lone_word
from belieflog.extracting.objections import Objection


def read(statement: str, greeted: bool) -> Iterator[Found]:
    """Yield what *statement* says; where the speaker has just *greeted*, ``I'm Bob`` is an introduction."""
    bare = statement.strip()
    while lead := LEAD.match(bare):
        greeted = greeted or lead[0].casefold().startswith(("hi", "hello", "hey", "good "))
        bare = bare[lead.end() :]
    if ASKS.match(bare):
        return
    yield from _identity(bare, greeted)
    yield from _preferences(bare)
    yield from _aims(bare)
    if (match := FIGURE.match(bare)) and not OTHERS.search(match[1]) and not NOT_A_VALUE.search(match[2]):
        yield figure(re.sub(r"^my ", "", match[1], flags=re.I), re.sub(r" (?:now|instead)$", "", match[2]))


def instead(statement: str) -> tuple[str | None, str] | None:
    """Read a correction, ``that's wrong, it is B`` or ``not A, B``: what it denies, if it says so, and what it puts there."""
    bare, marked = statement.strip(), False
    while mark := MARK.match(bare):
        bare, marked = bare[mark.end() :], True
    if match := NOT_BUT.match(bare):
        return match[1], match[2]
    if marked and (match := IT_IS.match(bare)):
        return None, match[1]
    return None


def objection(statement: str) -> tuple[Objection, str]:
    """Tell how surely *statement* begins by saying that something before it is wrong, and what it goes on with."""
    found, rest = Objection.NONE, statement
    while mark := MARK.match(rest) or POLITE.match(rest):
        plain = PLAIN.match(rest) is not None
        how = Objection.SURE if SURE.match(rest) else Objection.PLAIN if plain else Objection.POLITE
        if plain and mark[0].endswith(" ") and not mark[0].rstrip().endswith((",", ":", ".", "!")):
            how = Objection.POLITE  # "no sugar"
        found, rest = max(found, how), rest[mark.end() :]
    return found, rest


def amends(statement: str) -> bool:
    """Tell whether *statement* can only put right what goes before it in its sentence, as ``I mean B`` does."""
    return AMENDS.match(statement) is not None


def greets(statement: str) -> bool:
    """Tell whether *statement* is a greeting and nothing else."""
    return GREETING.fullmatch(statement) is not None


def _identity(said: str, greeted: bool) -> Iterator[Found]:
    if match := NAME.match(said):
        if name := _name(match[1]) or (lone_word(match[1]) if match.end() == len(said) else None):
            yield of_user("name", name)
    elif (match := CALL_ME.match(said)) and (name := _name(match[1])):
        yield of_user("nickname", name)
    elif greeted and (match := GREETED.match(said)) and (name := _name(match[1])):
        yield of_user("name", name)
    if (match := PLACE.match(said)) and (place := english_place(match[1])):
        yield of_user("place", place)
    elif (match := HOME.match(said)) and (place := english_place(match[1])):
        yield of_user("hometown", place)
    if match := AGE.match(said):
        yield of_user("age", match[1])
    if match := JOB.match(said) or WORKS.match(said):
        yield of_user("job", match[1])
    if (match := EMPLOYER.match(said)) and (place := english_place(match[1])):
        yield of_user("employer", place)
    if match := BIRTHDAY.match(said):
        yield of_user("birthday", match[1])
    if match := ALLERGY.match(said):
        yield allergy(match[1], f"allergic to {match[1]}")
    if (match := NAMED.match(said)) and (name := _name(match[2])):
        yield named(match[1], name)


def _name(text: str) -> str | None:
    return english_name(text) or (None if text.isascii() else chinese_name(text))


def _preferences(said: str) -> Iterator[Found]:
    if match := LIKES.match(said):
        how, things = VERBS[match[1].casefold()], match[2]
    elif match := LIKES_NOT.match(said):
        how, things = f"doesn't {match[1].casefold()}", match[2]
    elif match := KEEN.match(said) or FAVOURITE.match(said):
        how, things = "likes", match[1]
    else:
        return
    for thing in _things(things):
        bare = LISTENING.sub("", thing)
        yield preference(re.sub(r"^(?:to )?(?:eat(?:ing)?|drink(?:ing)?) |^to ", "", bare), f"{how} {thing}")


def _things(text: str) -> Iterator[str]:
    if NARROWED.search(text):
        return
    whole = CUT.split(text)[0].strip(" ,")
    if "," in whole:  # no list without an "and": "I love tea, John", "skiing and hiking, a lot of it"
        listed = LISTED.match(whole)
        whole = listed[0] if listed else whole.split(",")[0]
    parts = [part.strip() for part in AND.split(whole)]
    *before, last = parts
    if before and " " in last:  # "rock and pop music": is the first word a thing of its own?
        if all(re.fullmatch(r"[A-Z]\w+", part) for part in before) and re.fullmatch(r"[A-Z]\w+ [a-z]+", last):
            parts = [*(f"{part} {last.split()[1]}" for part in before), last]
        elif not all(" " in part or part.endswith(("s", "ing")) for part in before) and not (
            DOING.match(parts[0]) and DOING.match(last)
        ):
            return
    if before and _governs(parts[0]) and all(map(_is_thing, parts)):  # "walking near woods and lakes" is one thing
        yield whole
        return
    for part in parts:
        if not _is_thing(part) or (before and _governs(part)):
            return
        carried = parts[0].startswith("to ") and not part.startswith("to ") and not GERUND.match(part)
        yield f"to {part}" if carried else part.removeprefix("the ")


def _is_thing(part: str) -> bool:
    bare = LISTENING.sub("", part)
    longest = 3 if bare == part else 4
    return re.fullmatch(rf"[\w'&/-]+(?: [\w'&/-]+){{0,{longest}}}", bare) is not None and not NOT_A_THING.search(bare)


def _governs(part: str) -> bool:
    """Tell whether *part* has a preposition, which may go for what follows too."""
    return PREPOSITION.search(LISTENING.sub("", part).removeprefix("to ")) is not None


def _aims(said: str) -> Iterator[Found]:
    if match := WANTS.match(said):
        how, aim = "wants to", match[1]
    elif match := WANTS_NOT.match(said):
        how, aim = "doesn't want to", match[1]
    elif match := AIM_IS.match(said):
        how, aim = "aims to", match[1]
    else:
        return
    aim = re.sub(r"\bmy\b", "their", AIM_CUT.split(aim)[0])
    if re.fullmatch(r"[\w'-]+(?: [\w'-]+){0,6}", aim) and not NOT_AN_AIM.search(aim):
        yield goal(re.sub(r"\btheir ", "", aim), f"{how} {aim}")
