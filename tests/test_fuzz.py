"""Whatever is put in: no error but of the tree, nothing half written, nothing lost. `fuzz.py` looks longer for the same."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random

import fuzz
import fuzz_mutations
import fuzz_seeds
import fuzz_targets
import pytest
from fuzz_cases import case, line
from hypothesis import given, settings
from hypothesis import strategies as st

FUZZ = Path(__file__).with_name("fuzz.py")
SMALL = 4_000  # bytes of a seed: what a real file holds beside that takes too long here
randoms = st.randoms(use_true_random=False)
needs_atheris = pytest.mark.skipif(find_spec("atheris") is None, reason="atheris isn't here")


def blindly(random: Random):
    """Change a few bytes, without knowing what they are."""

    def change(data: bytes) -> bytes:
        at = random.randrange(len(data) + 1)
        put = bytes(random.choice(b'\x00\xff"{[:,\n a9') for _ in range(random.randrange(3)))
        return data[:at] + put + data[at + random.randrange(3) :]

    return change


def small(target: str) -> list[bytes]:
    found = [seed for seed in fuzz_targets.seeds(target) if len(seed) < SMALL]
    return found or fuzz_targets.seeds(target)[:1]


@pytest.mark.parametrize("reading", fuzz_targets.READINGS, ids=lambda reading: reading.__name__.strip("_"))
@given(random=randoms, made_up=st.binary(max_size=30) | st.text(max_size=30).map(str.encode), n=st.integers(0, 99))
def test_what_can_be_read_is_written_again_as_the_same(reading, random, made_up, n):
    code = bytes([fuzz_targets.READINGS.index(reading)])
    seeds = [seed for seed in fuzz_targets.seeds("codec") if seed[:1] == code]
    change = blindly(random)

    for text in (made_up, change(change(seeds[n % len(seeds)]))[1:]):
        fuzz_targets.codec(code + text)


@pytest.mark.parametrize("format", fuzz_targets.FORMATS)
@settings(max_examples=8)
@given(random=randoms)
def test_a_file_of_any_format_goes_in_whole_or_not_at_all(format, random):
    seed = random.choice(small(format))

    fuzz_targets.imports(fuzz_mutations.mutated(seed, 20_000, random, blindly(random)))


@settings(max_examples=60)
@given(random=randoms)
def test_whatever_is_typed_the_command_ends_by_itself_and_leaves_the_log_whole(random):
    seed = random.choice(fuzz_seeds.lines())

    fuzz_targets.command(fuzz_mutations.meddled_line(seed, 20_000, random, blindly(random), fuzz_targets.options()))


@given(data=st.binary(max_size=200), name=st.text(max_size=30))
def test_no_case_lies_outside_its_folder(data, name):
    for told in (b"codex\t" + name.encode() + b"\n" + data, b"markdown\t" + name.encode() + b"/\n\x1e" + data + b"\n"):
        found = case(told)
        with found.laid_out() as path:
            assert path.is_relative_to(path.parents[len(Path(found.name).parts)]) and ".." not in path.parts
            assert all(".." not in Path(part).parts and not part.startswith("/") for part, _ in found.parts)


@pytest.mark.parametrize("format", fuzz_targets.FORMATS)
def test_each_format_has_a_seed_that_goes_in(format):
    for seed in small(format):
        found = case(seed)
        assert found.packed() == seed
        with found.laid_out() as path, fuzz_targets._fresh(found, len(seed)) as log:
            assert log.import_(path, user=None if format == "events" else "u", format=format).records > 0
    assert [line(each).packed() for each in fuzz_seeds.lines()] == fuzz_seeds.lines()


def test_each_format_and_each_verb_is_fuzzed():
    from belieflog.importing.formats import FORMATS
    from cli.catalogue import SUMMARIES

    assert {*fuzz_targets.FORMATS} == {*FORMATS}
    assert {line(each).words[0] for each in fuzz_seeds.lines() if line(each).words} >= {*SUMMARIES} - {
        *fuzz_seeds.SERVERS
    }


# Guided, each in a process of its own


def guided(*words, timeout=120):
    return subprocess.run([sys.executable, FUZZ, *map(str, words)], capture_output=True, text=True, timeout=timeout)


@needs_atheris
@pytest.mark.parametrize("target", fuzz_targets.TARGETS)
def test_guided_for_a_moment_every_law_holds(target, tmp_path):
    done = guided(target, "--seeds", 8, "--runs", 30, "--seconds", 20, "--seed", 7, "--found", tmp_path)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert done.stdout.splitlines()[0].startswith(target) and "  0 crashes" in done.stdout


def test_an_input_that_breaks_no_law_is_told_so(tmp_path):
    (tmp_path / "input").write_bytes(b"\x03[1]")

    held = guided("codec", tmp_path / "input")

    assert (held.returncode, held.stdout.split(": ")[1].startswith("every law holds")) == (0, True)


def test_what_breaks_a_law_is_kept_once_of_each_kind_and_the_hunt_goes_on(tmp_path, capsys):
    def law(data: bytes) -> None:
        if data.startswith(b"a"):
            raise KeyError(data)
        assert data != b"b"

    hunt = fuzz.Hunt("codec", law, tmp_path)

    for data in (b"a1", b"a2", b"b", b"c"):
        hunt(data)

    told = [each for each in capsys.readouterr().out.splitlines() if each.startswith("crash: ")]
    assert [each.split()[1] for each in told] == ["KeyError", "AssertionError"]
    kept = {path.name.split("-")[1]: path.read_bytes() for path in tmp_path.iterdir() if "slowest" not in path.name}
    assert kept == {"KeyError": b"a1", "AssertionError": b"b"}
