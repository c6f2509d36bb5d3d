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
_NO_JOB = (  # no job, or none any more, or not yet
    r"(?:not|good|bad|great|huge|big|former|ex-?|retired|aspiring|future|would-be|wannabe|budding|failed|fake|terrible|awful|"
    r"decent|lousy|poor|better|worse|born|natural|mean|fantastic|excellent|amazing|horrible|no|non-|so-called|soon-to-be)"
)
JOB = _pattern(rf"^{_I} (?:currently |now )?an? ((?:(?!{_NO_JOB})[a-z-]+ ){{0,3}}(?:{_JOBS})){_STOP}")
WORKS = _pattern(r"^i (?:currently |now )?work as an? ([a-z][\w -]{2,40}?)(?= (?:at|in|for|with)\b|[,(]|$)")
EMPLOYER = _pattern(rf"^i (?:currently |now )?work (?:at|for) (.+?){_STOP}")

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
BIRTHDAY = _pattern(rf"^my birthday(?: is|'s)(?: on)? (?:the )?({_MONTH} {_DAY}|{_DAY} (?:of )?{_MONTH})$")
ALLERGY = _pattern(
    rf"^{_I} (?:very |severely |also )?allergic to ((?!(?:no|nothing|none|neither|nobody|not|any|anything|every|everything|",
    r"all|some|something|what|you|your|my|hardly|few|little|it|this|that|these|those|lots?|many|most)\b)[a-z]+(?: [a-z]+)?)$",
)
NAMED = _pattern(
    r"^my (dog|cat|puppy|kitten|pet|parrot|horse|wife|husband|partner|son|daughter|baby|mother|mom|mum|father|dad|",
    r"brother|sister|boss|manager|roommate|girlfriend|boyfriend|project|company|team)",
    rf"(?:'s name is| is called| is named|'s called) (.+?){_STOP}",
)

_HOW = (
    r"(?:(?:really|also|just|absolutely|mainly|mostly|truly|particularly|especially|still|always|do|quite|totally|actually|"
    r"generally|usually|quite|rather|now|genuinely|simply|personally|definitely|have always|'ve always) )*"
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

LISTED = _pattern(r"^.*\b(?:and|or) [^,]+")
GERUND = _pattern(r"^(?!(?:s|br|sw|cl|fl)ing\b)\w+ing\b")
DOING = _pattern(r"^\w+ing ")
AND = re.compile(r",? (?:and|or) |, ")
CUT = _pattern(  # where what is liked ends
    r",? (?:because|since|as|when|while|which|that|who|where|but|so|especially|such as|like|including|if|than|more than|",
    r"over|the most|most|best|a lot|very much|so much|too much|much|too|as well|now and then|these days|any ?more|at all|",
    r"sometimes|often|every day|and (?:i|it|they|he|she|we|you)|(?<!ing )(?<!listen )to (?=\w+$))\b",
    r"|,? (?:now|instead|again|lately|recently)$|[(:]",
)
NARROWED = _pattern(r"^[^,]*(?<!,) (?:that|which|who|where|like) ")  # "films that make me cry" are not all films
PREPOSITION = _pattern(r"\b(?:near|in|on|at|of|with|by|from|about|to|for)\b")
LISTENING = _pattern(r"^(?:to )?listen(?:ing)? to ")
NOT_A_THING = _pattern(
    r"^(?:an?|one|some|any|my|our|the(?! (?-i:[A-Z]))|being|having|how|what|when|why|all|both|everything|nothing|something|",
    r"anything|every|most|many|much|more|such|doing(?! (?:[a-z-]+ )?(?:[a-z]{3,}s|yoga|homework|pottery|karate|judo)$)|",
    r"getting|going to|no|everyone|everybody|someone|anyone|hardly|barely|few|little|either|each|others?|another|",
    r"well|please|thanks|too|yes|yeah|actually|sorry|wait|really|very|only|and|or|(?:hate|like|dislike|enjoy|prefer|detest|adore|want|wish|am|had|was|were|will|can|can't|",
    r"cannot|don't|do|did|used)|love(?! (?:songs?|stor|movies?|films?|novels?|poems?|letters?))|live (?=in|at|with)|",
    r"to (?:be|have|think|say|believe|know|see|ask|try|do|get|bother|admit))\b",
    r"|\b(?:you|your|yours|it|its|this|that|these|those|him|his|her|hers|them|their|they|he|she|we|us|me|myself|ideas?|",
    r"neither|nor|none|nobody|no one|lol|lmao|haha+|jk|",
    r"suggestions?|recommendations?|advice|sounds?|answers?|plans?|ones?|things?|stuff|not)\b|\ufffc",
)

_AIM = (  # what one wants for longer than a moment
    r"((?:learn|become|be an?|study|master|improve|lose|quit|stop smoking|save|buy an?|retire|start an?|run an?|write an?|"
    r"build an?|get better at|(?:move to|visit|travel to|go to) (?=(?-i:[A-Z])))\b.*)"
)
WANTS = _pattern(
    r"^i(?:'ve (?:always )?wanted| have (?:always )?wanted|(?: really| also| still| always| eventually)? (?:want|plan|hope|",
    rf"intend|am planning|am hoping|decided)|'m planning) to (?:eventually |really )?{_AIM}$",
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
_NO_SUBJECT = (  # no part of what a setting is called: "we think the", "set the", "is the"
    r"the|an?|i|you|he|she|we|they|it|there|if|set|raise|lower|change|make|use|keep|put|let|thinks?|says?|believes?|knows?|"
    r"wants?|needs?|increase|decrease|reduce|update|please|assumes?|check|and|or|but|to|of|on|with|not|no|be|was|were"
)
FIGURE = _pattern(
    rf"^(?:the |our )?((?:(?!(?:{_NO_SUBJECT})\b)[\w'-]+ ){{0,4}}?",
    r"(?:time-?out|time out|port|version|limit|budget|deadline|quota|rate|price|threshold))",
    r" (?:(?:is|are|becomes)(?: now| actually| really| currently)*(?: set to)?|has been set to|",
    r"(?:is|was|are|were|has been|got) (?:now )?(?:changed|raised|lowered|increased|reduced|decreased) to)",
    rf" ?(?:now )?({VALUE})$",
)
NOT_A_VALUE = _pattern(
    r"\b(?:too|lol|ago|off|or|and|times|more|less|higher|lower|short|long|late|early|away|fine|enough|ok|okay)\b"
)
OTHERS = _pattern(r"\b(?:your|his|her|their|its|this|that)\b")
ASKS = _pattern(  # typed without a question mark
    r"^(?:is|isn't|are|aren't|am|was|wasn't|were|do|don't|does|doesn't|did|didn't|can|could|will|would|won't|shall|should|has|"
    r"hasn't|have you|had|may|might|what|what's|which|who|whose|when|where|why|how)\b"
)

NO = r"no(?! (?:doubt|matter|problem|need|worries|one|other|more|longer|idea|kidding|joke|question|way|exceptions?)\b)"
SURE = _pattern(
    r"^(?:wrong|incorrect|correction|that's wrong|that is wrong|that's not right|that is not right|that isn't right|"
    r"that's incorrect|that is incorrect|not right|my mistake|my bad|i was wrong|i misspoke|i made a mistake|scratch that|"
    r"strike that)(?:[,:.! ]+|$)"
)
PLAIN = _pattern(rf"^(?:{NO}|nope|wait|hold on|oops)(?:[,:.! ]+|$)")
POLITE = _pattern(r"^(?:sorry|pardon(?: me)?|actually|i meant?|or rather|rather|make that)(?:[,:.! ]+|$)")
MARK = _pattern(  # that something before is wrong
    f"{SURE.pattern}|{PLAIN.pattern}|",
    r"^(?:sorry|pardon(?: me)?|actually)(?:[,:.! ]+|$)",
)
IT_IS = _pattern(
    r"^(?:it's|it is|it should be|should be|it must be|it was|i meant|i mean|make that|or rather|rather|that's|"
    r"the right one is)(?: actually| really)? (.+)$",
)
AMENDS = _pattern(r"^(?:i meant?|make that|or rather|rather|it should be)\b")
NOT_BUT = _pattern(r"^(?:it's |it is )?not ([^,]+?)(?:,| but) (?:it's |it is |but )?(.+)$")
