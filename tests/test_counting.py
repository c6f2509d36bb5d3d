"""Exact counting of tokens, where a tokenizer is there to do it."""

import sys
from types import SimpleNamespace

import pytest

import belieflog
from belieflog import Unavailable


def tokenizer(monkeypatch, get_encoding):
    known = SimpleNamespace(get_encoding=get_encoding, list_encoding_names=lambda: ["o200k_base", "cl100k_base"])
    monkeypatch.setitem(sys.modules, "tiktoken", known)


class Words:
    """An encoding that takes each word for a token, and refuses special ones as tiktoken does by default."""

    def encode(self, text, *, disallowed_special="all"):
        assert disallowed_special == ()
        return text.split()


def test_the_counter_of_an_encoding_bounds_a_prompt(mem, monkeypatch):
    tokenizer(monkeypatch, {"o200k_base": Words()}.__getitem__)
    for n in range(20):
        mem.write(f"k{n}", "some words <|endoftext|>")

    counter = belieflog.tiktoken_counter()

    assert counter(mem.prompt(audit=False)) > 60
    assert 40 < counter(mem.prompt(budget=60, counter=counter, audit=False)) <= 60


def test_a_tokenizer_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "tiktoken", None)

    with pytest.raises(Unavailable, match=r"tiktoken isn't installed: pip install -e '\.\[tokens\]' in the clone"):
        belieflog.tiktoken_counter()


def test_an_encoding_whose_data_is_not_there_is_named_with_where_it_goes(monkeypatch):
    def unreachable(encoding):
        raise ConnectionError("no network")

    tokenizer(monkeypatch, unreachable)

    with pytest.raises(Unavailable, match=r"data for 'o200k_base' isn't here.*\(ConnectionError\).*TIKTOKEN_CACHE_DIR"):
        belieflog.tiktoken_counter()


def test_an_unknown_encoding_is_refused_with_those_that_are_known(monkeypatch):
    def unknown(encoding):
        raise ValueError("Unknown encoding")

    tokenizer(monkeypatch, unknown)

    with pytest.raises(Unavailable, match="no encoding 'tlh': use one of o200k_base, cl100k_base"):
        belieflog.tiktoken_counter("tlh")
