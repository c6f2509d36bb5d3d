"""Bugs planted in what a model is told."""

from planting import Mutant

PROMPT = "test_laws_of_the_prompt.py"

MUTANTS = [
    Mutant(
        "a tag is opened by stored text", PROMPT, "the_xml",
        "projections/form_xml.py", '.replace("<", "&lt;")', "",
    ),
    Mutant(
        "a quote closes an attribute", PROMPT, "the_xml",
        "projections/form_xml.py", """.replace('"', "&quot;")""", "",
    ),
    Mutant(
        "what XML can't hold is left in", PROMPT, "the_xml",
        "projections/spelling.py", "\\ufffe\\uffff", "",
    ),
    Mutant(
        "a stored line begins like ours", PROMPT, "the_markdown",
        "projections/form_markdown.py", '"\\n  | ".join(lines(text))', '"\\n".join(lines(text))',
    ),
    Mutant(
        "a line ends at a newline only", PROMPT, "the_markdown",
        "projections/spelling.py", "_HIDDEN.sub(_spell, text).splitlines()", '_HIDDEN.sub(_spell, text).split("\\n")',
    ),
    Mutant(
        "line breaks stay in JSON", PROMPT, "the_json",
        "projections/form_json.py", "return escaped(canonical(told).decode())", "return canonical(told).decode()",
    ),
    Mutant(
        "parts are summed up and the whole isn't counted", PROMPT, "it_is_kept",
        "projections/fitting.py", "if whole(_with(least, chosen)) <= budget:", "if True:",
    ),
    Mutant(
        "the floor gives way", PROMPT, "it_is_kept",
        "projections/fitting.py", "return Fitted(least, needed)", "return Fitted(frozenset())",
    ),
    Mutant(
        "the floor's need isn't said", PROMPT, "it_is_kept",
        "projections/prompt.py", "if over is not None:", "if False:",
    ),
    Mutant(
        "one too few is said to be left out", PROMPT, "is_left_out",
        "projections/prompt.py", "left.get(item.section, 0) + 1", "left.get(item.section, -1) + 1",
    ),
    Mutant(
        "one side of a contradiction is cut", PROMPT, "the_contradictions",
        "projections/fitting.py", "root[two] = one", "root[two] = two",
    ),
]  # fmt: skip
