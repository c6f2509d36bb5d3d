"""What the rules find in what a user says, and above all what they leave alone."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belieflog.extracting import Turn, rules
from eventlog import addresses

DIALOGUES = Path(__file__).parent.parent.parent / "shared/data/dialogues/memorybank"


def found(*said):
    """Give address and content of all that is found in turns of a user, in order."""
    turns = [Turn(n, text) for n, text in enumerate(said, 1)]
    return [(c.address.removeprefix("semantic:"), c.content) for c in rules(turns)]


PLAIN = [
    # names
    ("我叫小明", "user/name", "小明"),
    ("你好，我叫张曼婷，很高兴认识你。", "user/name", "张曼婷"),
    ("我的名字叫欧阳娜娜", "user/name", "欧阳娜娜"),
    ("我叫 Alice", "user/name", "Alice"),
    ("你好，我是郑思雨", "user/name", "郑思雨"),
    ("叫我小李就好", "user/nickname", "小李"),
    ("my name is Alice", "user/name", "Alice"),
    ("My name's Mary Ann Lee.", "user/name", "Mary Ann Lee"),
    ("Hello there, my name is alice", "user/name", "alice"),
    ("Hi, I'm Bob from Paris", "user/name", "Bob"),
    ("My name is 小明", "user/name", "小明"),
    ("Please call me Al", "user/nickname", "Al"),
    # places
    ("我住在上海", "user/location", "上海"),
    ("我现在搬到深圳了", "user/location", "深圳"),
    ("我来自四川", "user/hometown", "四川"),
    ("I live in New York City, and I work a lot", "user/location", "New York City"),
    ("I've just moved to Oslo", "user/location", "Oslo"),
    ("I'm from Germany", "user/hometown", "Germany"),
    # likes and dislikes
    ("我喜欢苹果", "preferences/苹果", "喜欢苹果"),
    ("我讨厌苹果", "preferences/苹果", "讨厌苹果"),
    ("我不喜欢吃苹果", "preferences/苹果", "不喜欢吃苹果"),
    ("我最喜欢的水果是苹果", "preferences/苹果", "喜欢苹果"),
    ("我最讨厌的水果是榴莲", "preferences/榴莲", "讨厌榴莲"),
    ("其实我现在也很喜欢做饭，经常研究菜谱", "preferences/做饭", "喜欢做饭"),
    ("I love sushi!", "preferences/sushi", "loves sushi"),
    ("I really hate loud music", "preferences/loud music", "hates loud music"),
    ("I don't like apples any more", "preferences/apples", "doesn't like apples"),
    ("I can't stand Mondays", "preferences/mondays", "can't stand Mondays"),
    ("I no longer like coffee", "preferences/coffee", "no longer likes coffee"),
    ("I'm really into jazz", "preferences/jazz", "likes jazz"),
    ("I enjoy eating apples", "preferences/apples", "enjoys eating apples"),
    ("I love 火锅", "preferences/火锅", "loves 火锅"),
    # states
    ("我今年三十五岁", "user/age", "35岁"),
    ("我25岁了", "user/age", "25岁"),
    ("我是一名软件工程师", "user/job", "软件工程师"),
    ("I'm 30 years old", "user/age", "30"),
    ("I'm a high school teacher in Oslo", "user/job", "high school teacher"),
    ("I work as a night porter at a hotel", "user/job", "night porter"),
    ("我的生日是5月4日", "user/birthday", "5月4日"),
    ("My birthday is May 4th", "user/birthday", "May 4th"),
    ("我对花生过敏", "allergies/花生", "对花生过敏"),
    ("I'm allergic to peanuts", "allergies/peanuts", "allergic to peanuts"),
    # goals
    ("我想学日语", "goals/学日语", "想学日语"),
    ("我不想学日语了", "goals/学日语", "不想学日语"),
    ("我的目标是跑完马拉松", "goals/跑完马拉松", "目标是跑完马拉松"),
    ("I want to learn Japanese", "goals/learn japanese", "wants to learn Japanese"),
    ("I want to visit Japan next year", "goals/visit japan", "wants to visit Japan"),
    ("My dream is to open a bakery", "goals/open a bakery", "aims to open a bakery"),
    # entities and settings
    ("我的猫叫旺财", "entities/猫", "旺财"),
    ("My dog is called Rex", "entities/dog", "Rex"),
    ("The API timeout is 5 s", "facts/api_timeout", "5 s"),
    ("the API's time-out is now 10 s", "facts/api_timeout", "10 s"),
    ("API 的超时时间是 5 秒", "facts/api_timeout", "5 秒"),
]


@pytest.mark.parametrize(("said", "address", "content"), PLAIN)
def test_what_a_user_plainly_says_of_themselves_is_found(said, address, content):
    assert found(said) == [(address, content)]


@pytest.mark.parametrize("said", [row[0] for row in PLAIN])
def test_whatever_was_said_nothing_is_left_of_it_once_it_is_taken_back(said):
    bare = said.rstrip("。.!")
    taken = (
        ("，开玩笑的", "……才怪！", "。骗你的。")
        if "\u4e00" <= bare[0] <= "\u9fff"
        else (", just kidding.", "... not!", ". I was joking.")
    )
    for back in taken:
        assert found(bare + back) == [], back


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("我很喜欢绘画、弹钢琴和品茶，你觉得有什么好的书可以推荐给我吗？", ["绘画", "弹钢琴", "品茶"]),
        ("我喜欢AC/DC、枪与玫瑰等摇滚乐队。", ["ac%2Fdc", "枪与玫瑰"]),
        ("I really enjoy painting, playing piano and tea tasting.", ["painting", "playing piano", "tea tasting"]),
        ("I prefer Sichuan and Cantonese cuisine", ["sichuan cuisine", "cantonese cuisine"]),
        ("I like Python but I hate Java", ["python", "java"]),
        ("I like shooting near beaches, mountains, and lakes", ["shooting near beaches, mountains, and lakes"]),
        ("I like to listen to classical music, read books, and cook", ["classical music", "read books", "cook"]),
        (
            "Well, I quite like playing guitar, photography, and reading poetry",
            ["playing guitar", "photography", "reading poetry"],
        ),
        ("I also like skiing, running, and hiking, a variety of them", ["skiing", "running", "hiking"]),
        ("I love tea, John", ["tea"]),
        ("I like tea, well, most of the time", ["tea"]),
        ("I love tea, and hate coffee", []),
        ("我很喜欢音乐和电影，还喜欢拍照", ["音乐", "电影", "拍照"]),
        ("我喜欢巴赫的管弦乐组曲，还爱听肖邦的钢琴曲", ["巴赫的管弦乐组曲", "肖邦的钢琴曲"]),
        ("I like sunny and warm weather", []),
        ("I like movies that make me cry", []),
        ("我喜欢在海滩、山脉和湖泊附近拍摄", []),
    ],
)
def test_a_list_is_taken_apart_only_where_each_of_it_is_a_thing_of_its_own(said, things):
    assert [address.removeprefix("preferences/") for address, _ in found(said)] == things


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I like doing crafts, but I have no project", ["likes doing crafts"]),
        ("I love listening to Frederic Chopin's piano works", ["loves listening to Frederic Chopin's piano works"]),
        ("I like to cook and sing", ["likes to cook", "likes to sing"]),
        ("I love love songs and live music", ["loves love songs", "loves live music"]),
        ("I've always wanted to learn Japanese", ["wants to learn Japanese"]),
        ("The API timeout was raised to 20 s", ["20 s"]),
        ("No kidding, I love tea", ["loves tea"]),
        ("I live in Rome, no doubt", ["Rome"]),
        ("I live in Rome, actually.", ["Rome"]),
        ("My name is Kim; sorry, I'm late.", ["Kim"]),
        ("我也很喜欢科幻电影，如果你喜欢可以去看一下《流浪地球》", ["喜欢科幻电影"]),
        ("其实我比较喜欢弹吉他，听摇滚音乐", ["喜欢弹吉他"]),
        ("我最喜欢写诗歌", ["喜欢写诗歌"]),
        ("我想学吉他", ["想学吉他"]),
        ("我没开玩笑，我喜欢苹果", ["喜欢苹果"]),
        ("我喜欢苹果，不骗你", ["喜欢苹果"]),
        ("我叫小明，不好意思，来晚了", ["小明"]),
        ("我对花生有点过敏", ["对花生过敏"]),
        ("我是前端工程师", ["前端工程师"]),
        # a clause that leaves out of whom it tells goes on about the speaker, where the one before it is about them
        ("我在北京工作，是一名护士，今年三十岁", ["北京", "护士", "30岁"]),
        ("我叫小明，来自四川，喜欢苹果", ["小明", "四川", "喜欢苹果"]),
        ("我喜欢小猫，是一名护士", ["喜欢小猫"]),
        ("我养了一只猫，叫旺财，今年三岁", []),
        ("我在晚上工作，今年三十岁", []),
    ],
)
def test_plain_statements_are_found_in_the_many_ways_of_saying_them(said, told):
    assert contents(said) == told


def contents(*said):
    return [content for _, content in found(*said)]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["我叫小明", "其实我叫李华"], ["小明", "李华"]),
        (["我叫小明", "不对，应该是李华"], ["小明", "李华"]),
        (["我叫小明", "不是小明，是李华"], ["小明", "李华"]),
        (["我叫小明，不对，是李华"], ["李华"]),
        (["我不是小明，是李华"], ["李华"]),
        (["我住在北京", "说错了，是南京"], ["北京", "南京"]),
        (["API 的超时时间是 5 秒", "不对，应该是10秒"], ["5 秒", "10秒"]),
        (["My name is Alice", "Actually, my name is Alicia"], ["Alice", "Alicia"]),
        (["My name is Alice", "That's wrong, it is Alicia"], ["Alice", "Alicia"]),
        (["My name is Alice", "Not Alice, Alicia"], ["Alice", "Alicia"]),
        (["My name is Alice. Sorry, I meant Alicia."], ["Alicia"]),
        (["I live in Rome", "No, it's Milan"], ["Rome", "Milan"]),
        (["The API timeout is 5 s", "no, it's 10 s"], ["5 s", "10 s"]),
        # in the same sentence the value alone will do
        (["My name is Kim, sorry, Tim."], ["Tim"]),
        (["My name is Kim, no wait, it's Tim"], ["Tim"]),
        (["I live in Rome, I mean Milan"], ["Milan"]),
        (["I live in Rome... no, Milan."], ["Milan"]),
        (["The timeout is 10 s; no, 20 s."], ["20 s"]),
        (["I'm 30, no, 31."], ["31"]),
        (["我叫小明，不对，小红"], ["小红"]),
        (["我住在北京，不，上海"], ["上海"]),
        (["API的超时是10秒，不，20秒"], ["20秒"]),
        (["我今年30岁，啊不，31岁"], ["31岁"]),
        # what can't be read in its place leaves nothing
        (["I like tea, no, coffee."], []),
        (["I'm a nurse, sorry, a doctor."], []),
        (["My name is Kim. No, Tim."], []),
        (["The timeout is 10 s; no, I think 20 s."], []),
        (["I love tea. Scratch that."], []),
        (["我喜欢苹果，不对，香蕉"], []),
        (["我是护士，不对，是医生"], []),
        (["我住在北京，不，说来话长"], []),
        (["我喜欢苹果。说错了。"], []),
        (["My name is Alice", "No, Milan"], ["Alice"]),
        (["我叫小明", "抱歉，是小红"], ["小明"]),
        # what doesn't fit what came before isn't about it
        (["我叫小明", "不对，应该是明天"], ["小明"]),
        (["My name is Alice", "No, it's tomorrow"], ["Alice"]),
        (["The API timeout is 5 s", "No, it's Bob"], ["5 s"]),
        (["我叫小明", "今天天气不错", "不对，应该是李华"], ["小明"]),
        (["我叫小明", "不是小红，是明天"], ["小明"]),
        (["My name is Alice", "Not Bob, Carol"], ["Alice"]),
        (["No, it's Bob"], []),
    ],
)
def test_a_correction_replaces_what_it_is_about(said, told):
    assert contents(*said) == told
    assert len({address for address, _ in found(*said)}) <= 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["I love tea... not!"], []),
        (["I live in Rome, just kidding."], []),
        (["I live in Rome (just kidding)"], []),
        (["I love Mondays. Yeah, right."], []),
        (["I love tea. That's not true."], []),
        (["I love Mondays /s"], []),
        (["My name is Kim. I love tea, j/k. I'm a nurse."], ["nurse"]),
        (["我喜欢苹果，才怪"], []),
        (["我喜欢苹果，开玩笑的"], []),
        (["我喜欢苹果（才怪）"], []),
        (["我喜欢苹果……才怪！"], []),
        (["我住在上海。骗你的。"], []),
        (["我叫小明，逗你玩的。我喜欢苹果。"], ["喜欢苹果"]),
        # a joke is owned up to in the next turn too, while "not really" there answers a question
        (["I live in Rome", "Just kidding!"], []),
        (["我住在上海", "开玩笑的"], []),
        (["I love tea", "Not really."], ["loves tea"]),
        (["I love tea", "I hate jazz", "Just kidding!"], ["loves tea"]),
        (["I love tea", "haha, just kidding"], []),
        (["I love tea", "I live in Rome, just kidding."], ["loves tea"]),
        (["I love tea", "What a day. Just kidding."], ["loves tea"]),
        (["我喜欢苹果", "我住在上海，开玩笑的"], ["喜欢苹果"]),
    ],
)
def test_what_is_taken_back_as_a_joke_or_flatly_is_not_kept(said, told):
    assert contents(*said) == told


LEFT_ALONE = {
    "questions": [
        "do you know my name?", "我叫什么？", "我叫什么名字", "Is my name Bob?", "I like apples?", "我喜欢苹果吗",
        "我喜欢苹果，对吗？", "I like apples, right?", "你知道我喜欢苹果吗？", "is the timeout 5 s?", "我叫小明吧？",
        "Is the API timeout 10 s.", "Which API version is 3.", "Does my name is Bob.",
        "请问API的超时是10秒", "我喜欢苹果，不是吗。", "API的超时是10秒吧",
        "我的名字叫什么来着", "我不喜欢打羽毛球和跑步，对吗？",
    ],
    "denials": [
        "我不叫小明", "My name is not Alice", "I'm not a teacher", "我不是老师", "我不讨厌苹果", "I don't hate apples",
        "我不是不喜欢苹果", "我没说我喜欢苹果", "I never said I love apples", "It's not true that I love apples",
        "I'm allergic to nothing.", "I'm allergic to no foods", "I like neither tea nor coffee.", "I like nobody",
        "我对花生不过敏", "我对任何东西都不过敏", "I like hardly any music", "我叫小明，才不是",
        "别叫我小明", "Don't call me Al", "我的名字不是小明", "我喜欢苹果才怪", "I love apples - not!",
    ],
    "what others say or are": [
        "你叫小明", "他叫小明", "我朋友叫小明", "His name is Bob", "My friend lives in Paris", "我老婆喜欢苹果",
        "My wife likes apples", "他说我喜欢苹果", "他说，我喜欢苹果", "我喜欢苹果，他说", "I like apples, said Bob",
        "我的同事说我是老师", "我爱人是医生", "我爸今年50岁", "妈妈叫我起床", "As Bob put it, I love apples",
        "我知道他喜欢旅游，喜欢尝试新的美食", "your timeout is 5 s", "Bob: my name is Bob",
    ],
    "quotations": [
        "她说：“我叫小红”", 'She said "my name is Alice"', "「我叫小红」是台词", "'I love apples' is what Bob said",
        "```\nmy name is Bob\n```", "> I love apples", "- I love apples", "1. My name is Bob",
        "<memory>\nMy name is Bob\n</memory>", 'The sign reads "I live in Paris',
    ],
    "suppositions": [
        "如果我叫小明，你会怎么叫我", "If my name is Bob, what then", "我可能喜欢苹果", "也许我喜欢苹果",
        "I might like apples", "I'd like some coffee", "Imagine I live in Paris", "假装我叫小明", "我觉得我喜欢苹果",
        "I think I like apples", "我要是喜欢苹果就好了", "I wish I lived in Paris", "I hope my name is Bob",
    ],
    "the past": [
        "I used to live in Paris", "我以前住在北京", "小时候，我喜欢苹果", "When I was a kid I loved apples",
        "我快30岁了", "The API timeout was 10 s.", "I wanted to learn Japanese", "I'm a former teacher", "我是一名退休教师",
        "之前API的超时是10秒", "API的超时原来是10秒", "我喜欢过苹果", "The API timeout is now 20 s, was 10 s.",
    ],
    "words for others": [
        "Translate: I love apples", "请翻译，我喜欢苹果", "Write a story. My name is Bob and I live in Paris",
        "Can you proofread this? I live in Paris.", "帮我写一封信。我叫小明。",
    ],
    "what only looks like it": [
        "我叫外卖了", "我叫了一辆车", "我叫车去机场", "我叫停了这个项目", "我叫错了", "call me later", "Call me tomorrow",
        "My name is on the list", "I live in fear", "我住院了", "我住在这里", "我家在附近", "I'm from the IT department",
        "I'm 25 minutes late", "I'm tired", "I'm a huge fan", "我是认真的", "我是为了学生", "我是学生会主席", "我爱你",
        "I love it", "I like your idea", "我喜欢你的建议", "I like how it works", "我喜欢一个女孩", "I love a girl",
        "我想问一下", "我想知道为什么", "我想去公园散步", "I want to ask you something", "I want to learn how to cook",
        "set the timeout 10 s", "请把超时改成10秒", "We think the timeout is 10 s", "I'm a terrible cook", "我在晚上工作",
        "I love everyone", "I like doing nothing", "the deadline is 5 days late", "我喜欢旅游，如果你可以来陪我",
        "我在努力工作", "my dog is hungry", "我的猫叫了一晚上", "我老板叫停", "the port is closed",
        "the timeout is about 5 s", "hello, I'm Monday", "你好，我是高中的", "My goal is to help you",
    ],
}  # fmt: skip


@pytest.mark.parametrize("said", [each for group in LEFT_ALONE.values() for each in group])
def test_what_isnt_a_users_plain_statement_about_themselves_is_left_alone(said):
    assert found(said) == []


def test_like_and_dislike_of_a_thing_have_one_address_and_a_dislike_never_reads_as_a_like():
    for said in ("我讨厌苹果", "我不喜欢苹果", "我受不了苹果", "我不再喜欢苹果"):
        [(address, content)] = found(said)
        assert address == found("我喜欢苹果")[0][0]
        assert not content.startswith(("喜欢", "爱"))
    for said in ("I hate apples", "I don't like apples", "I can't stand apples", "I dislike apples"):
        [(address, content)] = found(said)
        assert address == found("I love apples")[0][0]
        assert content.split()[0] not in ("loves", "likes", "enjoys")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我喜欢喜剧", "我不喜欢喜剧片"),
        ("我喜欢科幻片", "我不喜欢科幻电影"),
        ("我喜欢听音乐", "我不喜欢音乐"),
        ("I love listening to jazz", "I don't like jazz"),
    ],
)
def test_one_thing_under_two_names_has_one_address(one, other):
    assert found(one)[0][0] == found(other)[0][0]


def test_a_text_that_was_pasted_is_nobodys_statement():
    assert found("My name is Bob. " + "The quick brown fox jumps over the lazy dog. " * 50) == []


def test_the_last_word_of_a_turn_counts():
    assert found("我喜欢苹果。我讨厌苹果。") == [("preferences/苹果", "讨厌苹果")]


@given(st.text(max_size=200), st.text(max_size=80))
def test_whatever_is_said_the_rules_give_addresses_that_can_be_written(text, more):
    lead = ("我叫", "我喜欢", "my name is ", "I love ", "I live in ", "不对，是")
    for candidate in rules([Turn(1, text), *(Turn(n, head + more) for n, head in enumerate(lead, 2))]):
        assert str(addresses.parse(candidate.address)) == candidate.address
        assert candidate.content.strip()
        assert len(candidate.turns) == 1


def users(lang):
    return json.loads((DIALOGUES / f"memory_bank_{lang}.json").read_text("utf-8"))


def said_by(user):
    return [turn["query"] for day in user["history"].values() for turn in day]


@pytest.mark.skipif(not DIALOGUES.exists(), reason="the dialogues aren't here")
@pytest.mark.parametrize("lang", ["en", "cn"])
def test_each_user_of_real_dialogues_is_called_what_they_are_called(lang):
    for name, user in users(lang).items():
        told = [content for address, content in found(*said_by(user)) if address == "user/name"]

        assert told == [name.strip()]


@pytest.mark.skipif(not DIALOGUES.exists(), reason="the dialogues aren't here")
@pytest.mark.parametrize(
    ("lang", "name", "things"),
    [
        (
            "en", "Emily",
            ["painting", "playing piano", "tea tasting", "artistic works", "read", "sci-fi movies"],
        ),
        (
            "en", "Lucy",
            ["traveling", "watching movies", "comedies", "romance films", "sichuan cuisine", "cantonese cuisine"],
        ),
        (
            "en", "Leo",
            [
                "johann sebastian bach's orchestral suites", "frederic chopin's piano works", "classical music", "read books",
                "travel", "cook", "romance novels", "biographies", "classic literature",
            ],
        ),
        ("cn", "张曼婷", ["绘画", "弹钢琴", "品茶", "读书", "科幻片"]),
        ("cn", "李雪", ["旅游", "看电影", "鼓浪屿", "喜剧", "爱情片", "川菜", "粤菜"]),
        ("cn", "焦彦", ["巴赫的管弦乐组曲", "肖邦的钢琴曲", "爱情小说", "人物传记"]),
    ],
)  # fmt: skip
def test_of_real_dialogues_the_likings_come_out_and_nothing_else(lang, name, things):
    told = found(*said_by(users(lang)[name]))

    assert [address.removeprefix("preferences/") for address, _ in told if address != "user/name"] == things
