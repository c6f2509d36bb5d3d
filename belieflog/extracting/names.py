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
_KNOWN = re.compile(
    r"(?:"
    r"北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|大连|厦门|"
    r"福州|宁波|无锡|合肥|济南|沈阳|长春|哈尔滨|昆明|贵阳|南宁|海口|三亚|南昌|太原|石家庄|"
    r"兰州|西宁|银川|乌鲁木齐|呼和浩特|拉萨|东莞|佛山|珠海|中山|惠州|温州|绍兴|嘉兴|常州|"
    r"徐州|扬州|烟台|洛阳|桂林|香港|澳门|台北|高雄|台湾|河北|山西|辽宁|吉林|黑龙江|江苏|"
    r"浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|"
    r"内蒙古|广西|西藏|宁夏|新疆|东京|大阪|首尔|新加坡|曼谷|纽约|洛杉矶|旧金山|西雅图|芝加哥|"
    r"波士顿|伦敦|巴黎|柏林|慕尼黑|罗马|米兰|马德里|莫斯科|悉尼|墨尔本|多伦多|温哥华|迪拜|"
    r"中国|日本|韩国|美国|英国|法国|德国|加拿大|澳大利亚"
    r")[市省]?"
)
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


def known_place(text: str) -> str | None:
    """Give *text* if it is one of the places that are sure to be meant, whatever else is said.

    >>> known_place("上海"), known_place("上海市"), known_place("晚上")
    ('上海', '上海市', None)
    """
    return text if _KNOWN.fullmatch(text) else None


def english_place(text: str) -> str | None:
    """Give *text* if it can be a place: words with capitals."""
    return text if _EN_PLACE.fullmatch(text) and not _NOT_A_NAME.fullmatch(text) else None
