"""The fault run: what was acknowledged is there after each fault, once, and nothing is half there.

python tests/faults.py [--seed N] [--cuts N] [--kills N] [--seconds S] [--losses N] [--only WORD]
"""

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent)]

from fault_report import Asked, run  # noqa: E402
from fault_servers import SERVERS  # noqa: E402
from fault_sqlite import SQLITE  # noqa: E402

SECTIONS = [*SQLITE, *SERVERS]


def main(args: list[str] | None = None) -> int:
    """Run what is asked for and print what comes of it."""
    asked, parser = Asked(), argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=asked.seed, help="the same seed, the same faults")
    parser.add_argument("--cuts", type=int, default=asked.cuts, help="power cuts in all")
    parser.add_argument("--kills", type=int, default=asked.kills, help="kills in all, and as many disk failures")
    parser.add_argument("--seconds", type=float, default=asked.seconds, help="how long writers and readers run")
    parser.add_argument("--only", default="", metavar="WORD", help="only the sections with this word in their title")
    parser.add_argument("--losses", type=int, default=asked.losses, help="times that each kind of server is lost")
    given = parser.parse_args(args)
    wanted = [section for section in SECTIONS if given.only in section.title]
    if not wanted:
        parser.error(f"no section has {given.only!r} in its title: {', '.join(section.title for section in SECTIONS)}")
    return run(wanted, Asked(given.seed, given.cuts, given.kills, given.seconds, given.losses))


if __name__ == "__main__":
    sys.exit(main())
