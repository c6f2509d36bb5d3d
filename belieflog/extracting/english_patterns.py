"""How English speakers say things of themselves: the patterns that a statement must match from its first word on."""

import re


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts), re.IGNORECASE)


LEAD = _pattern(  # what may stand before it and changes nothing
    r"^(?:hi|hello|hey|good (?:morning|evening|afternoon)|well|actually|in fact|yes|yeah|no|nope|oh|um+|hmm+|also|by the way|",
    r"btw|and|but|so|ok|okay|sorry|thanks|thank you|haha|sure|right|please|fyi|note that|remember that|remember|correction|",
    r"to be honest|honestly|besides|anyway|currently|now|lately|recently|these days|still|of course|nice to meet you|there|",
    r"friend|ai companion|everyone|all)(?:[,!:. ]+|$)",
)
GREETING = _pattern(
    r"(?:hi|hello|hey|good (?:morning|evening|afternoon))(?: (?:there|all|everyone|friend|[A-Z]\w*))*,?"
)

_I = r"i(?: am|'m)"
_STOP = (  # what ends a name or a place
    r"(?= (?:now|from|at|in|and|but|since|for|with|because|these days|at the moment|right now|currently|by the way)\b"
    r"|[,:(]|$)"
)
NAME = _pattern(
    rf"^(?:my (?:full |first |real )?name(?: is|'s)|{_I} called|{_I} named)(?: actually| really| now)? (.+?){_STOP}"
)
GREETED = _pattern(rf"^(?:{_I}|this is|it's) (.+?){_STOP}")
CALL_ME = _pattern(rf"^(?:just |you can |you may |everyone |people |my friends |friends |they )?calls? me (.+?){_STOP}")
PLACE = _pattern(
    rf"^(?:i (?:now |currently |still |actually )*live|{_I} (?:now |currently )*(?:living|based)",
    rf"|(?:i|i've|i have) (?:just |recently )?moved) (?:in|at|to) (.+?){_STOP}",
)
HOME = _pattern(
    rf"^(?:{_I} (?:originally )?from|i (?:originally )?(?:come|came) from|i was born in|i grew up in) (.+?){_STOP}"
)
AGE = _pattern(rf"^{_I} (?:now |already )?(\d{{1,3}})(?: years? old)?$")

_JOBS = (
    "teacher|doctor|nurse|engineer|student|developer|programmer|designer|lawyer|writer|author|artist|musician|singer|actor|"
    "actress|chef|cook|driver|pilot|scientist|researcher|professor|lecturer|accountant|architect|journalist|editor|"
    "translator|photographer|manager|consultant|analyst|farmer|carpenter|electrician|plumber|mechanic|police officer|"
    "firefighter|soldier|dentist|pharmacist|veterinarian|therapist|psychologist|economist|librarian|secretary|waiter|"
    "waitress|barista|freelancer|entrepreneur|salesperson|administrator|technician|biologist|physicist|chemist|"
    "mathematician|historian|painter|dancer"
)
JOB = _pattern(rf"^{_I} (?:currently |now )?an? ((?:(?!not|good|bad|great|huge|big)[a-z-]+ ){{0,3}}(?:{_JOBS})){_STOP}")
WORKS = _pattern(r"^i (?:currently |now )?work as an? ([a-z][\w -]{2,40}?)(?= (?:at|in|for|with)\b|[,(]|$)")
EMPLOYER = _pattern(rf"^i (?:currently |now )?work (?:at|for) (.+?){_STOP}")

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
BIRTHDAY = _pattern(rf"^my birthday(?: is|'s)(?: on)? (?:the )?({_MONTH} {_DAY}|{_DAY} (?:of )?{_MONTH})$")
ALLERGY = _pattern(rf"^{_I} (?:very |severely |also )?allergic to ([a-z]+(?: [a-z]+)?)$")
NAMED = _pattern(
    r"^my (dog|cat|puppy|kitten|pet|parrot|horse|wife|husband|partner|son|daughter|baby|mother|mom|mum|father|dad|",
    r"brother|sister|boss|manager|roommate|girlfriend|boyfriend|project|company|team)",
    rf"(?:'s name is| is called| is named|'s called) (.+?){_STOP}",
)

_HOW = (
    r"(?:(?:really|also|just|absolutely|mainly|mostly|truly|particularly|especially|still|always|do|quite|totally|actually|"
    r"generally|usually|now|genuinely|simply|personally|definitely|have always|'ve always) )*"
)
VERBS = {
    "love": "loves", "like": "likes", "enjoy": "enjoys", "adore": "adores", "hate": "hates", "dislike": "dislikes",
    "detest": "detests", "can't stand": "can't stand", "cannot stand": "can't stand", "prefer": "prefers",
    "no longer like": "no longer likes", "no longer love": "no longer loves", "no longer enjoy": "no longer enjoys",
}  # fmt: skip
LIKES = _pattern(rf"^i {_HOW}({'|'.join(VERBS)}) (.+)$")
LIKES_NOT = _pattern(rf"^i {_HOW}(?:don't|do not) (?:really |actually |particularly |even )?(like|love|enjoy) (.+)$")
KEEN = _pattern(rf"^{_I} {_HOW}(?:a (?:big |huge |great )?fan of|fond of|(?:really |very )?into|keen on) (.+)$")
FAVOURITE = _pattern(r"^my (?:absolute )?favou?rite(?: (?!way)[a-z]+){0,3} (?:is|are) (.+)$")

AND = re.compile(r",? (?:and|or) |, ")
CUT = _pattern(  # where what is liked ends
    r",? (?:because|since|as|when|while|which|that|who|where|but|so|especially|such as|like|including|if|than|more than|",
    r"over|the most|most|best|a lot|very much|so much|too much|much|too|as well|now and then|these days|any ?more|at all|",
    r"sometimes|often|every day|and (?:i|it|they|he|she|we|you)|to (?=\w+$))\b",
    r"|,? (?:now|instead|again|lately|recently)$|[(:]",
)
NARROWED = _pattern(r"^[^,]*(?<!,) (?:that|which|who|where|like) ")  # "films that make me cry" are not all films
PREPOSITION = _pattern(r"\b(?:near|in|on|at|of|with|by|from|about|to|for)\b")
NOT_A_THING = _pattern(
    r"^(?:an?|one|some|any|my|our|the(?! (?-i:[A-Z]))|being|having|how|what|when|why|all|both|everything|nothing|something|",
    r"anything|every|most|many|much|more|such|doing|getting|going to|",
    r"to (?:be|have|think|say|believe|know|see|ask|try|do|get|bother|admit))\b",
    r"|\b(?:you|your|yours|it|its|this|that|these|those|him|his|her|hers|them|their|they|he|she|we|us|me|myself|ideas?|",
    r"suggestions?|recommendations?|advice|sounds?|answers?|plans?|ones?|things?|stuff|not)\b|\ufffc",
)

_AIM = (  # what one wants for longer than a moment
    r"((?:learn|become|be an?|study|master|improve|lose|quit|stop smoking|save|buy an?|retire|start an?|run an?|write an?|"
    r"build an?|get better at|(?:move to|visit|travel to|go to) (?=(?-i:[A-Z])))\b.*)"
)
WANTS = _pattern(
    r"^i(?:'ve| have)? (?:really |also |still |always |eventually )?(?:want|wanted|plan|hope|intend|am planning|",
    rf"am hoping|'m planning|decided) to (?:eventually |really )?{_AIM}$",
)
WANTS_NOT = _pattern(rf"^i (?:don't|do not|no longer) (?:really )?(?:want|plan|intend) to {_AIM}$")
AIM_IS = _pattern(
    r"^my (?:main |biggest |long-term |life )?(?:goal|dream|aim)(?: this year| for this year)? is to (.+)$"
)
AIM_CUT = _pattern(
    r",? (?:because|since|but|so|before|when|while|which|that|if|and (?:i|it|they|my)|next|this|any ?more|someday|one day|",
    r"soon)\b|,",
)
NOT_AN_AIM = _pattern(r"\b(?:you|your|this|that|it|me|him|her|them|more about|how|what|why|is)\b|\ufffc")

VALUE = r"v?\d[\d.,:/-]*(?: ?[A-Za-z%°/]+){0,2}"
FIGURE = _pattern(
    r"^(?:the |our )?((?:[\w'-]+ ){0,4}?(?:time-?out|time out|port|version|limit|budget|deadline|quota|rate|price|threshold))",
    r" (?:is|was|are|has|has been|got|becomes|became)?",
    rf"(?: ?(?:now|actually|really|set to|changed to|raised to|lowered to|increased to))* ?({VALUE})$",
)
OTHERS = _pattern(r"\b(?:your|his|her|their|its|this|that)\b")

MARK = _pattern(  # that something before is wrong
    r"^(?:no|nope|wrong|incorrect|correction|sorry|that's wrong|that is wrong|that's not right|that is not right|",
    r"that isn't right|that's incorrect|that is incorrect|not right|my mistake|i was wrong|i misspoke|i made a mistake|",
    r"actually)(?:[,:.! ]+|$)",
)
IT_IS = _pattern(
    r"^(?:it's|it is|it should be|should be|it must be|it was|i meant|i mean|make that|that's|the right one is)",
    r"(?: actually| really)? (.+)$",
)
NOT_BUT = _pattern(r"^(?:it's |it is )?not ([^,]+?)(?:,| but) (?:it's |it is |but )?(.+)$")
