"""Named bugs, each planted alone in a copy of the project; prints what caught it, and N/N caught.

python tests/mutants.py          all of them
python tests/mutants.py clock    those with a word in their name
"""

import sys
from importlib import import_module
from pathlib import Path

from planting import Mutant, main

AREAS = sorted(path.stem for path in (Path(__file__).parent / "planted").glob("*.py"))
MUTANTS: list[Mutant] = [mutant for area in AREAS for mutant in import_module(f"planted.{area}").MUTANTS]


if __name__ == "__main__":
    sys.exit(main(MUTANTS, *sys.argv[1:2]))
