"""Import a coding agent's session log, and ask what it did, what failed and whom it believed.

    python examples/audit_transcript.py SESSION.jsonl [LOG]

The file is read with ``belieflog``'s importer for Claude Code; the audit uses nothing but the public API.
"""

import sys
from collections import Counter
from pathlib import Path

import belieflog


def audit(transcript: Path, target: str = ":memory:") -> None:
    """Import *transcript*, print an audit of it, and take the import back again in a preview."""
    with belieflog.open(target) as log:
        report = log.import_(transcript, "claude-code", user="auditor")
        print(f"{report.records} records, {report.added} events added,", end=" ")
        print(f"{report.tool_calls} tool calls, {report.failed} failed")
        for bad in report.bad:
            print(f"  line {bad.line}: {bad.why}")

        seen = [event for event in log.events(user="auditor") if event.tag == "observed"]
        tools = Counter(event.source.name for event in seen if event.source)
        print("tools:", ", ".join(f"{name} {count}" for name, count in tools.most_common()))

        for session in log.sessions("auditor"):
            mem = log.memory("auditor", session.session)
            for failure in mem.scratchpad().failures:
                print(f"failed at {failure.position}: {failure.key}")
            plan = mem.get("plan")
            if plan is not None:
                print(f"plan, revised {len(mem.history('plan'))} times:")
                for step in plan.value:
                    print(f"  {step['status']:<8}{step['text']}")

        if report.added:
            whole = log.revert(user="auditor", run=report.run, reason="only to see", dry_run=True)
            print(f"taking the import back would void {whole.count} events")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python examples/audit_transcript.py SESSION.jsonl [LOG]")
    audit(Path(sys.argv[1]), *sys.argv[2:])
