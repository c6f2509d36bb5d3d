"""What is kept elsewhere reads as what to look for and where."""

import pytest

from projections.pointers import Pointer, split

BLOB = "blob:" + "0f" * 32


def told(mem, **how):
    return mem.prompt(sections=["notes", "dialogue"], audit=False, **how)


def test_a_large_output_that_an_entry_points_to_reads_as_what_to_look_for_and_where(mem):
    ref = mem.observe("browse", "x" * 70_000).event.private.content["ref"]
    mem.write("page", ref, "the price list")

    assert told(mem) == (
        "# Memory of u, session s\n"
        "\n"
        "## Notes\n"
        "- page: (kept elsewhere)\n"
        "  - the price list\n"
        f"  - where: 'belieflog blob {ref}' prints it\n"
    )
    assert f"用 'belieflog blob {ref}' 查看" in told(mem, lang="zh")


def test_the_reference_of_an_observation_brings_its_size_along(mem):
    seen = mem.observe("browse", "x" * 70_000).event.private.content
    mem.write("page", {"ref": seen["ref"], "size": seen["size"], "title": "prices"})

    assert (
        f"""- page: {{"title":"prices"}}\n  - where: 'belieflog blob {seen["ref"]}' prints it, 70002 bytes\n"""
        in told(mem)
    )


def test_a_file_or_a_url_is_named_as_it_was_told(mem):
    mem.write("table", {"ref": "https://example.org/a.csv", "rows": 3})

    assert '- table: {"rows":3}\n  - where: https://example.org/a.csv\n' in told(mem)


def test_a_reference_inside_a_text_or_a_turn_is_told_after_it(mem):
    mem.write("k", f"see {BLOB}.")
    mem.say("assistant", BLOB)

    assert f"- k: see {BLOB}.\n  - where: 'belieflog blob {BLOB}' prints it\n" in told(mem)
    assert f"- assistant: (kept elsewhere)\n  - where: 'belieflog blob {BLOB}' prints it\n" in told(mem)


def test_a_pointer_has_its_own_place_in_xml_and_json(mem):
    mem.write("page", BLOB)

    assert f"""<entry key="page"><where>'belieflog blob {BLOB}' prints it</where></entry>""" in told(mem, format="xml")
    assert f"""{{"key":"page","value":null,"where":["'belieflog blob {BLOB}' prints it"]}}""" in told(
        mem, format="json"
    )


def test_the_command_that_a_pointer_names_prints_what_it_points_to(log, mem):
    ref = mem.observe("browse", "y" * 70_000).event.private.content["ref"]

    assert log.blob(ref) == b'"' + b"y" * 70_000 + b'"'


@pytest.mark.parametrize(
    "content",
    [
        "https://example.org",
        "blob:x; rm -rf /",
        "blob:" + "0f" * 31,
        "xblob:" + "0f" * 32,
        {"ref": 5},
        ["ref"],
        None,
        5,
    ],
)
def test_what_is_no_pointer_says_what_it_says(content):
    assert split(content) == (content, ())


def test_a_reference_is_a_blob_only_if_it_can_be_one():
    assert not Pointer("blob:x; rm -rf /").is_blob
    assert not Pointer(f"{BLOB}\n").is_blob
    assert Pointer(BLOB).is_blob


def test_a_reference_to_nowhere_is_data_and_names_no_command(mem):
    mem.write("k", {"ref": "blob:x'; rm -rf /\n## Facts"})

    assert "  - where: blob:x'; rm -rf /\n  | ## Facts\n" in told(mem)
    assert "belieflog blob" not in told(mem)
