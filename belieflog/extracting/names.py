"""What can be somebody's name, or a place's: shapes, so that a statement about something else isn't taken for one."""

import re

_SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范"
    "金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤焦温康施文牛樊葛邢安齐庞伍殷章鲁倪"
    "庄耿聂岳翟兰申辛柴尚柳左路祝欧阮季舒骆柯景管詹裴翁霍冼游祁翦屈童华梅盛容冉解卜滕麦关单苗凌霍池涂谷"
)
_COMPOUND = "欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|南宫|端木"
_GIVEN = r"[^\W\d_a-zA-Z的了来去吗呢吧啊呀是在有不没很都也就还和与跟我你他她它们什么谁哪这那到给把被让说做吃喝看打]"
_ROLE = re.compile(r"(师傅|老师|医生|先生|女士|经理|司机|同学|学生|中生|研究生|外卖|快递|人|员|家|师|座|迷|粉|手|者)$")
_ZH_NAME = re.compile(rf"(?:(?:{_COMPOUND})|[{_SURNAMES}]){_GIVEN}{{1,2}}|[小阿老大]{_GIVEN}{{1,2}}")
_LATIN = re.compile(r"[A-Za-z][A-Za-z'’.-]*(?: [A-Z][A-Za-z'’.-]*){0,2}")
_EN_NAME = re.compile(r"[A-Z][\w'’-]*(?: (?:[A-Z][\w'’-]*|[A-Z]\.)){0,2}")
_NOT_A_NAME = re.compile(
    r"(?:"
    r"a|an|the|not|no|too|very|so|really|here|there|now|later|tomorrow|today|tonight|back|again|maybe|crazy|stupid"
    r"|lazy|old|fine|good|ok|okay|sure|sorry|glad|happy|sad|tired|busy|done|ready|new|on|in|at|from|of|with|and|or|"
    r"but"
    r"|for|to|by|as|what|who|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|june|"
    r"july"
    r"|september|october|november|december|american|british|english|french|german|italian|spanish|chinese|japanese"
    r"|korean|indian|russian|canadian|australian|mexican|dutch|swedish|polish|turkish|brazilian|christian|muslim"
    r"|jewish|catholic|asian|european|african|common|long|short|difficult|hard|unique|unknown|secret|nobody|none|also"
    r"|just|still|it|that|this|mine|yours|i"
    r")",
    re.I,
)

_NOT_A_PLACE = re.compile(
    r"[我你他她它这那哪谁]|什么|一起|楼上|楼下|隔壁|外面|里面|附近|朋友家|酒店|宾馆|医院|新家|不同|同一|很|的地方|单间"
)
_ZH_PLACE = re.compile(r"[\u4e00-\u9fffA-Za-z·]{2,12}")
_EN_PLACE = re.compile(r"(?:the )?[A-Z][\w.'’-]*(?: (?:(?:of|de|the|upon|am) )?[A-Z][\w.'’-]*){0,3}")


def chinese_name(text: str) -> str | None:
    """Give *text* if it can be what a Chinese speaker is called.

    >>> chinese_name("小明"), chinese_name("欧阳娜娜"), chinese_name("外卖"), chinese_name("高中生")
    ('小明', '欧阳娜娜', None, None)
    """
    if _LATIN.fullmatch(text):
        return None if _NOT_A_NAME.fullmatch(text) else text
    return text if _ZH_NAME.fullmatch(text) and not _ROLE.search(text) else None


def english_name(text: str) -> str | None:
    """Give *text* if it can be what an English speaker is called: up to three words with capitals.

    >>> english_name("Mary Ann"), english_name("Monday"), english_name("tired")
    ('Mary Ann', None, None)
    """
    return text if _EN_NAME.fullmatch(text) and not _NOT_A_NAME.fullmatch(text.split()[0]) else None


def lone_word(text: str) -> str | None:
    """Give a single word typed without a capital, if it can be a name."""
    return text if re.fullmatch(r"[a-z][a-z'’-]+", text) and not _NOT_A_NAME.fullmatch(text) else None


def chinese_place(text: str) -> str | None:
    """Give *text* if it can be a place."""
    return text if _ZH_PLACE.fullmatch(text) and not _NOT_A_PLACE.search(text) else None


def english_place(text: str) -> str | None:
    """Give *text* if it can be a place: words with capitals."""
    return text if _EN_PLACE.fullmatch(text) and not _NOT_A_NAME.fullmatch(text) else None
