"""Whether one text still says what another said: what must be there, and what may be said otherwise."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from projections.coverage import compare

SAID = [
    ("10 s", "The timeout is 10 seconds."),
    ("超时为10秒", "超时时间：１０ 秒钟"),
    ("1,000 requests a minute", "1000 requests per minute"),
    ("3 retries", "three retries"),
    ("costs $10", "it costs 10 dollars"),
    ("5月4日去博物馆", "五月四日去了博物馆"),
    ("use BeautifulSoup 4.12.3", "Beautiful Soup, version 4.12.3"),
    ("see docs/limits.md", "Look: see docs/limits.md."),
    ("api_timeout", "the API timeout"),
    ("never deploy on Friday", "Don't deploy on a Friday!"),
    ("不要在周五部署到生产环境", "周五禁止部署到生产环境"),
    ("retry the exports", "it retries an export"),
    ("我喜欢喝绿茶", "用户喜欢喝绿茶"),
    ("读了《肖申克的救赎》", "她读了《肖申克的救赎》这本书"),
    ("😀", "she sent 😀"),
    ("", "anything"),
]
LOST = [
    ("10 s", "30 s", "10 s"),
    ("10 s", "10 ms", "10 s"),
    ("10 s", "about 10", "10 s"),
    ("-3 C", "3 C", "-3"),
    ("between 5 and 7 users", "between 5 and 8 users", "7"),
    ("超时为10秒", "超时为30秒", "10 s"),
    ("version 4.12.3", "version 4.12.4", "4.12.3"),
    ("due 2026-01-02", "due 2026-01-03", "2026-01-02"),
    ("eu-west-1", "eu-west-12", "eu-west-1"),
    ("eu-west", "eu-east", "west"),
    ("see docs/limits", "see docs/limits.md", "docs/limits"),
    ("my name is Jack, nice to meet you", "my name is Lucy, nice to meet you", "jack"),
    ("the cheapest crawler", "the fastest crawler", "cheapest"),
    ("never deploy on Friday", "deploy on Friday", "never"),
    ("不要在周五部署", "周五部署", "不"),
    ("猫", "狗", "猫"),
    ("读了《小王子》", "读了一本书", "小王子"),
    ("anything at all", "", "anything"),
]


@pytest.mark.parametrize(("told", "answer"), SAID)
def test_it_is_still_said_in_other_words(told, answer):
    assert compare(told, answer).none


@pytest.mark.parametrize(("told", "answer", "lost"), LOST)
def test_what_is_lost_is_named(told, answer, lost):
    assert lost in compare(told, answer).lost


def test_another_number_of_the_same_unit_is_wrong_though_the_right_one_is_there_too():
    assert compare("10 s", "10 s, or 30 s").wrong == ("30 s",)
    assert compare("超时为10秒", "10秒或30秒").wrong == ("30 s",)


def test_another_number_of_another_unit_or_of_what_stands_beside_is_not_wrong():
    assert compare("10 s", "10 s, after 3 tries and 2 MB").none
    assert compare("10 s", "10 s, then 30 s", beside="the retry waits 30 s").none


@given(st.text())
@example("no's")
@example("a-b_c.d")
@example("1-2,3")
def test_every_text_says_what_it_says_itself(text):
    assert compare(text, text).none
    assert compare(text, f"They said: {text} (so they did)").lost == ()


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.sampled_from(["{} s", "port {}", "第{}次", "价格{}元", "v{}"]))
def test_another_number_never_passes(right, wrong, text):
    assert compare(text.format(right), text.format(right)).none
    assert compare(text.format(right), text.format(wrong)).none == (right == wrong)
