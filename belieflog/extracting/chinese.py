"""What a Chinese statement says of its speaker."""

import re
from collections.abc import Iterator, Sequence

from belieflog.extracting.found import Found, allergy, figure, goal, named, of_user, preference
from belieflog.extracting.names import chinese_name, chinese_place, known_place
from belieflog.extracting.numerals import number
from belieflog.extracting.objections import Objection

_LEAD = re.compile(
    r"^(?:你好[啊呀]?|您好|嗨|哈喽|大家好|早上好|晚上好|[嗯哦啊哎唉诶]+|对了|是的|好的|好吧|其实|实际上|事实上|另外|还有|而且|不过|但是|但|"
    r"因为|所以|那个|说实话|老实说|顺便说一下|顺便说|顺便|抱歉|不好意思|对不起|不对|不是|不|错了|哈哈+|那么|那|更正一下|纠正一下|"
    r"记住|请记住|你要知道|告诉你|最近|现在)[ 、:：]*"
)
_GREETING = re.compile(r"(?:你们?好|您好|嗨|哈喽|大家好|早上好|晚上好|初次见面)[啊呀]?.{0,6}")
_END = re.compile(r"(?:[啊呀呢吧哦哈啦嘛喔]|极了|得很|得不行)+$")
_OTHERS = r"[我你您她它]|(?<!吉)他"
_PRONOUN = re.compile(rf"{_OTHERS}|[这那]|自己|大家|什么|怎|哪|\ufffc|一下|一些|一个|有人|某")

_NAME = re.compile(
    r"^我(?:的(?:全名|名字|姓名))?(?:其实|现在|已经|就|本名|真名|是)*(?:叫做|叫|名叫|改名叫|改名为|改名)(.+)$"
)
_NAME_IS = re.compile(r"^我的(?:全名|名字|姓名|真名|本名)(?:其实|现在)?是(.+)$")
_I_AM = re.compile(r"^我是(.+)$")
_CALL_ME = re.compile(
    r"^(?:你们?|您|大家|以后|请|就|也|可以|都|直接|还是)*叫我(.+?)(?:就好了?|就行了?|就可以了?|即可|好了)?$"
)
_PLACE = re.compile(
    r"^我(?:现在|目前|一直|也|就|暂时|已经|们?家)*(?:居住在|住在|定居在?|家在|家住|住|搬家到|搬到|搬去|搬来)(.+)$"
)
_HOME = re.compile(r"^我(?:是)?(?:来自|的?老家在|的?老家是|的?家乡在|的?家乡是|出生在|出生于|从)(.+?)(?:来的)?$")
_AGE = re.compile(r"^我(?:今年|现在|刚满|刚刚|刚|已经|也|都)*(?:满)?(\d{1,3}|[一二三四五六七八九十百零两]{1,4})岁半?$")
_JOB = re.compile(
    r"^我(?:现在|目前|其实|也|就)*是(?:一名|一个|一位|个|名|位)?((?!一[名个位]|前(?!端|台|厅)|退休|未来|准|假|非|[为和跟给被教帮找来去要对像不])[\u4e00-\u9fff]{0,5}(?:工程师|设计师|老师|教师|医生|护士|律师|会计|"
    r"厨师|"
    r"摄影师|程序员|公务员|研究员|飞行员|消防员|服务员|销售员|快递员|演员|大学生|研究生|博士生|高中生|初中生|小学生|中学生|留学生|"
    r"学生|教授|作家|画家|作者|科学家|企业家|司机|警察|军人|农民|工人|记者|编辑|歌手|经理|翻译|导游|店主|自由职业者|创业者|全职妈妈))$"
)
_JOB_IS = re.compile(r"^我的(?:职业|工作)是(?:一名|一个|一位|个|名|位|做)?([\u4e00-\u9fff]{2,8})$")
_EMPLOYER = re.compile(
    r"^我(?:现在|目前|一直)*在([\u4e00-\u9fffA-Za-z0-9]{1,12}(?:公司|大学|学院|医院|中学|小学|集团|研究所|银行|报社|法院|工厂)|[A-Z][\w.]{1,20})"
    r"(?:工作|上班|任职)$"
)
_WORKPLACE = re.compile(r"^我(?:现在|目前|一直|也|就)*在([\u4e00-\u9fff]{2,5})(?:工作|上班)$")
_BIRTHDAY = re.compile(r"^我的?生日(?:就?是|在)(?:每年的?)?(\d{1,2}月\d{1,2}[日号]|农历[\u4e00-\u9fff]{2,6})$")
_ALLERGY = re.compile(
    r"^我(?:从小|一直|也)?对((?:(?![不没无都任何所有])[\u4e00-\u9fffA-Za-z]){1,8}?)(?:严重|有点儿?|有些|轻微|特别|非常|很|也|会)*过敏$"
)
_NAMED = re.compile(
    r"^我(?:的|家的|家)?(猫咪|小猫|小狗|猫|狗|宠物|女儿|儿子|孩子|妻子|老婆|老公|丈夫|妈妈|爸爸|母亲|父亲|姐姐|哥哥|弟弟|妹妹|男朋友|女朋友|"
    r"老板|上司|室友|同桌|项目|团队)(?:的名字)?(?:叫做|名叫|叫|是叫)(.+)$"
)
_PETS = frozenset(["猫咪", "小猫", "小狗", "猫", "狗", "宠物", "项目", "团队"])

_HOW = (
    r"(?:很|也|还|都|真的|真|非常|特别|超级|超|比较|更加|更|其实|现在|主要|一直|从小就|从小|平时|平常|最近|蛮|挺|确实|的确|又|就|"
    r"尤其|从来|从|可|好)*"
)
_LIKING = (
    r"最不喜欢|最喜欢|最讨厌|最爱|不再喜欢|不太喜欢|不怎么喜欢|不是很喜欢|并不喜欢|不喜欢|不爱|喜欢|热爱|喜爱|偏爱|爱好|"
    r"爱(?!人|情|心|护|国|我|好)|讨厌|厌恶|反感|痛恨|受不了"
)
_LIKES = re.compile(rf"^我{_HOW}({_LIKING})(.+)$")
_FAVOURITE = re.compile(r"^我最(喜欢|爱|讨厌|不喜欢)的([\u4e00-\u9fff]{0,6}?)(?:就|还)?是(.+)$")
_AND = re.compile(r"、|和(?!平|谐|服|尚|田|气|弦|声)|以及|还有")
_TITLE = re.compile(r"《[^》]{1,20}》")
_HOBBY = re.compile(r"^我的(?:兴趣爱好|爱好|兴趣)(?:主要|就|还)?(?:是|有|包括)(.+)$")
_GOES_ON = re.compile(
    r"(?:现在|目前)?(?:是(?:一名|一个|一位|个|名|位)?[\u4e00-\u9fff]|今年|刚满|住在|家住|定居|来自|在[\u4e00-\u9fff]{2,12}(?:工作|上班|任职)$|"
    r"叫(?!我)|名叫|本名|喜欢|热爱|讨厌)"
)
_ALSO = re.compile(
    r"(?:而且|同时|平时|另外|也|还|更|又)+(?:很|非常|特别|最|比较)*(?:不喜欢|喜欢|热爱|喜爱|讨厌|爱(?!人|情|心|护|国|好))"
)
_SETTLED = re.compile(r"^(?:上了|上(?!海|网|课|学|班|山))(?=[\u4e00-\u9fff]{2})")

_WANT = r"(?:一直|最近|其实|现在|也|还|真的|很|特别|非常|就|正在|在)*(?:都)?(想要|想|打算|计划|希望能|希望|决定|准备)"
_AIM = (
    r"((?:学会|学习|学好|学|成为|当|考上|考|减肥|戒烟|戒酒|创业|换工作|买房|买车|攒钱|存钱|出国|留学|提高|练|开一家|写一本|跑|拿到|"
    r"去[\u4e00-\u9fff]{2,6}(?:旅游|旅行|留学|工作|生活)|移民|搬到)[\u4e00-\u9fffA-Za-z0-9]{0,10})"
)
_WANTS = re.compile(rf"^我{_WANT}{_AIM}$")
_WANTS_NOT = re.compile(rf"^我(?:已经|现在|其实|最近)*(?:不再|不)(?:想要|想|打算|计划){_AIM}$")
_AIM_IS = re.compile(r"^我(?:今年|现在)?的(?:目标|梦想|理想|愿望)(?:就|还)?是([\u4e00-\u9fffA-Za-z0-9]{2,16})$")

VALUE = r"[vV]?\d[\d.,:/-]*(?: ?[%°\u4e00-\u9fffA-Za-z/]{1,6})?(?:\d{1,2}[日号])?"
_FIGURE = re.compile(
    r"^(?:我们的?)?((?:[\w-]+ ?){0,4}?(?:的 ?)?(?:超时时间|超时|端口号?|版本号?|上限|限制|预算|截止日期|截止时间|期限|频率|单价|价格))"
    rf"(?:现在|已经|目前)?(?:是|为|改为|改成|改到|改是|变成|变为|设为|设成|调到|调成) ?({VALUE})$"
)

_NO_SUBJECT = re.compile(r"[请把将让帮问说想]|之前|先前|原先|以前|昨|希望|觉得|如果|旧的")
_SO = r"(?:[啊哎哦呃嗯唉诶]|等等|等一下)*"
_SURE = re.compile(
    rf"^{_SO}(?:不对|错了|[我你]?(?:说|记|写|打|弄|搞|叫)(?:错|反)了|口误|那?(?:个)?是错的|不是这样的?|更正(?:一下)?|纠正(?:一下)?)$"
    r"|^(?:更正|纠正)"
)
_PLAIN = re.compile(rf"^{_SO}(?:不+|不是|等等|等一下)$")
_POLITE = re.compile(rf"^{_SO}(?:抱歉|不好意思|对不起)$")
_IT_IS = re.compile(r"^(?:应该|其实|实际上|正确的|而)*(?:是|叫)(.+)$")
_NOT = re.compile(r"^(我?)不(?:是|叫)(.+)$")


def read(clause: str, greeted: bool) -> Iterator[Found]:
    """Yield what *clause* says; where the speaker has just *greeted*, ``我是小明`` is an introduction."""
    bare = clause.strip()
    while lead := _LEAD.match(bare):
        greeted = greeted or "好" in lead[0]
        bare = bare[lead.end() :]
    bare = _END.sub("", bare.strip())
    done = re.sub(r"了$", "", bare)
    yield from _identity(done, greeted)
    yield from _preferences(done)
    yield from _aims(bare, done)
    if (match := _FIGURE.match(done)) and not _PRONOUN.search(match[1]) and not _NO_SUBJECT.search(match[1]):
        yield figure(match[1], match[2])


def greets(clause: str) -> bool:
    """Tell whether *clause* is a greeting and nothing else."""
    return "我" not in clause and _GREETING.fullmatch(clause) is not None


def denies(clause: str) -> str | None:
    """Give what ``不是A`` denies; with its ``我`` where the speaker denies it of themselves."""
    match = _NOT.match(clause)
    return match[1] + match[2].removesuffix("而") if match else None


def objection(clause: str) -> tuple[Objection, str]:
    """Tell how surely *clause* says that something before it is wrong; else it is all that is left."""
    bare = _END.sub("", clause)
    for how, pattern in ((Objection.SURE, _SURE), (Objection.PLAIN, _PLAIN), (Objection.POLITE, _POLITE)):
        if pattern.match(bare):
            return how, ""
    return Objection.NONE, bare


def amends(clause: str) -> bool:
    """Tell whether *clause* can only put right what goes before it in its sentence."""
    return clause.startswith("应该是")


def of_speaker(clause: str, before: Sequence[Found]) -> str:
    """Say of whom *clause* tells where it has no subject: of the speaker, as the clause *before* it in the sentence.

    >>> of_speaker("是一名护士", [of_user("place", "北京")]), of_speaker("也很甜", [of_user("place", "北京")])
    ('我是一名护士', '也很甜')
    """
    who = any(each.namespace == "user" for each in before)
    likes = any(each.namespace == "preferences" for each in before)
    goes_on = (who and _GOES_ON.match(clause)) or ((who or likes) and _ALSO.match(clause))
    return f"我{clause}" if goes_on else clause


def instead(clause: str) -> str | None:
    """Give what ``应该是B`` puts in its place."""
    match = _IT_IS.match(_END.sub("", clause))
    return re.sub(r"了$", "", match[1]) if match else None


def nickname(clause: str) -> str | None:
    """Give what the speaker says to be called, whether or not it looks like a name."""
    match = _CALL_ME.match(_END.sub("", clause))
    return match[1] if match else None


def _identity(clause: str, greeted: bool) -> Iterator[Found]:
    if match := _NAME.match(clause) or _NAME_IS.match(clause):
        if name := chinese_name(match[1].strip()):
            yield of_user("name", name)
    elif greeted and (match := _I_AM.match(clause)) and not _JOB.match(clause):
        if name := chinese_name(match[1]):
            yield of_user("name", name)
    elif (called := nickname(clause)) and (name := chinese_name(called)):
        yield of_user("nickname", name)
    if (match := _PLACE.match(clause)) and (place := chinese_place(match[1])):
        yield of_user("place", place)
    elif (match := _HOME.match(clause)) and (place := chinese_place(match[1])):
        yield of_user("hometown", place)
    if match := _AGE.match(clause):
        yield of_user("age", f"{number(match[1])}岁")
    if (match := _JOB.match(clause) or _JOB_IS.match(clause)) and not _PRONOUN.search(match[1]):
        yield of_user("job", match[1])
    if match := _EMPLOYER.match(clause):
        yield of_user("employer", match[1])
    elif (match := _WORKPLACE.match(clause)) and (place := known_place(match[1])):
        yield of_user("workplace", place)
    if match := _BIRTHDAY.match(clause):
        yield of_user("birthday", match[1])
    if (match := _ALLERGY.match(clause)) and not _PRONOUN.search(match[1]):
        yield allergy(match[1], f"对{match[1]}过敏")
    if match := _NAMED.match(clause):
        whom, name = match[1], match[2].strip()
        pet = re.fullmatch(r"[\u4e00-\u9fff]{2,4}|[A-Za-z]{2,20}", name) and not re.search(
            r"[我你他她它这那的了着过一叫]", name
        )
        if (whom in _PETS and pet) or chinese_name(name) or re.fullmatch(r"([\u4e00-\u9fff])\1", name):
            yield named(whom, name)


def _preferences(clause: str) -> Iterator[Found]:
    if match := _FAVOURITE.match(clause):
        how, things = match[1].replace("爱", "喜欢"), match[3]
    elif match := _HOBBY.match(clause):
        how, things = "喜欢", match[1]
    elif (match := _LIKES.match(clause)) and not match[2].startswith("的"):
        how, things = match[1].removeprefix("最").removeprefix("并"), _SETTLED.sub("", match[2])
        how = how.replace("爱好", "喜欢")
    else:
        return
    for thing in _things(things):
        bare = re.sub(r"^(?:[吃喝](?=[\u4e00-\u9fff])|听(?![力众话觉证写说从])(?=..))", "", thing)
        yield preference(bare, f"{how}{thing}")


def _things(text: str) -> Iterator[str]:
    text = re.split(r"等|之类|尤其|特别是|因为|多过|胜过", text)[0]
    parts = [part.strip() for part in _AND.split(text)]
    if len(parts) > 1 and "的" in parts[-1]:
        parts = [text]
    for part in parts:
        longest = 12 if "、" in part else 8
        plain = _TITLE.sub("书名", part)
        if (
            not plain
            or len(plain.replace(" ", "")) > (longest if re.search(r"[\u4e00-\u9fff]", plain) else 24)
            or _PRONOUN.search(plain)
            or re.match(r"[在跟和与把被让的对当有不是了死]|过(?!年|山车|冬|节|生日)|[吃喝玩看听做去来用买]$", plain)
            or plain.endswith("的")
        ):
            return
        yield part


def _aims(bare: str, done: str) -> Iterator[Found]:
    if (match := _WANTS.match(done)) and not re.search(rf"{_OTHERS}|的|一下|看看你|怎么", match[2]):
        yield goal(match[2], f"想{match[2]}")
    elif (match := _WANTS_NOT.match(done)) and not re.search(rf"{_OTHERS}|的", match[1]):
        yield goal(match[1], f"不想{match[1]}")
    elif (match := _AIM_IS.match(bare)) and not re.search(_OTHERS, match[1]):
        yield goal(match[1], f"目标是{match[1]}")
