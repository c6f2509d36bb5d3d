"""What differs inside a text."""

from hypothesis import given
from hypothesis import strategies as st

from eventlog.values import as_text
from projections.word_diff import marked, words


def test_words_are_compared_whole_and_spaces_kept():
    assert marked(words("the limit is 10 seconds", "the limit was 12 seconds")) == (
        "the limit [-is-]{+was+} [-10-]{+12+} seconds"
    )


def test_chinese_is_compared_character_by_character():
    assert marked(words("每月 400 美元，流出免费", "每月 850 美元，流出收费")) == (
        "每月 [-400-]{+850+} 美元，流出[-免-]{+收+}费"
    )


def test_mixed_scripts_are_split_where_they_meet():
    assert marked(words("用Petrel存储", "用Cairn存储")) == "用[-Petrel-]{+Cairn+}存储"


def test_what_is_no_text_is_compared_as_json():
    assert marked(words(as_text({"n": 1, "t": "x"}), as_text({"n": 2, "t": "x"}))) == '{"n":[-1-]{+2+},"t":"x"}'


def test_what_would_take_too_long_is_told_by_where_the_texts_are_alike():
    before, after = "said: " + "x " * 60_000 + "end", "said: " + "y " * 60_000 + "end"

    assert marked(words(before, after)) == f"said: [-{'x ' * 60_000}-]{{+{'y ' * 60_000}+}}end".replace(
        " -]", "-]"
    ).replace(" +}", "+} ")
    assert marked(words("a b c d", "a c b d", effort=0)) == "a [-b c-]{+c b+} d"
    assert marked(words("a b c d", "a b x d", effort=16)) == "a b [-c-]{+x+} d"


@given(st.text(), st.text(), st.sampled_from([0, 20, 200, 10**9]))
def test_the_pieces_are_both_texts_and_nothing_else(before, after, effort):
    pieces = words(before, after, effort)

    assert "".join(p.text for p in pieces if p.sign != "+") == before
    assert "".join(p.text for p in pieces if p.sign != "-") == after
