"""The shapes of ``--json`` for what isn't a view: receipts, events, corrections, lists of a log."""

from typing import TYPE_CHECKING

from eventlog.times import text
from projections.as_json import Shape, ranges, source, when

if TYPE_CHECKING:
    from belieflog import Carried, Copied, Correction, Erasure, Finding, Log, Receipt, Recorded, Session
    from belieflog.correction import Moved
    from belieflog.log import CorrectionMade, SourceCount
    from belieflog.stats import Stats
    from eventlog.cascade import Follower
    from eventlog.verify import Verdict
    from projections.counts import Counts
    from projections.prompt import Cost


def receipt(given: "Receipt") -> Shape:
    """Write what a write did: the event that carries the entry, then all of the op."""
    event = given.event
    return {
        "outcome": given.outcome,
        "position": event.position,
        "id": event.id,
        "recorded_at": text(event.at),
        "tag": event.tag,
        "address": event.address,
        "version": event.version,
        "op": event.op,
        "batch": event.batch,
        "events": [_brief(each) for each in given.events],
        "warnings": list(given.warnings),
    }


def event(log: "Log", given: "Recorded") -> Shape:
    """Write one event, how it stands, and what proves it."""
    from eventlog.chain import commitment, leaf
    from projections.entries import content_of, source_of

    public, private, row = given.public, given.private, log.row(given.position)
    kept = row.commitment or commitment(row.salt or b"", row.private or b"")
    erasure = log.erasure(given)
    return {
        **_brief(given),
        "recorded_at": text(public.at),
        "occurred_at": when(public.occurred_at),
        "expires_at": when(public.expires_at),
        "user": public.user or None,
        "session": public.session or None,
        "scope": public.scope,
        "source": source(source_of(public, private)) if public.source else None,
        "actor": public.actor or None,
        "via": (private.via if private else "") or None,
        "reason": (private.reason if private else "") or None,
        "derived_from": list(public.derived_from),
        "batch": given.batch,
        "op": given.op,
        "run": public.run,
        "effective": log.effective(given),
        "corrections": [correction.position for correction in log.naming(given)],
        "erased_by": erasure.position if erasure else None,
        "content": content_of(private),
        "confidence": private.confidence if private else None,
        "importance": private.importance if private else None,
        "outcome": private.outcome if private else None,
        "query": private.query if private else None,
        "voids": ranges(public.voids),
        "restores": ranges(public.restores),
        "erased": ranges(public.erased),
        "covered": ranges(public.covered),
        "shown": ranges(public.shown),
        "policy": public.policy,
        "leaf": leaf(row.public, kept).hex(),
        "hash": row.hash.hex(),
    }


def correction(given: "Correction") -> Shape:
    """Write what a correction did, or would do."""
    positions = [each.position for each in given.events]
    return {
        "user": given.user,
        "event": positions[0] if positions else None,
        "events": positions,
        "dry_run": given.dry_run,
        "voids": ranges(given.voids),
        "restores": ranges(given.restores),
        "count": given.count,
        "entries": [_moved(each) for each in given.entries],
        "dependents": [_follower(each) for each in given.dependents],
        "kept": [_follower(each) for each in given.kept],
        "warnings": list(given.warnings),
    }


def correction_made(log: "Log", given: "CorrectionMade") -> Shape:
    """Write a correction of the past: its event, and whether it still counts."""
    return {**event(log, given.event), "counts": given.counts}


def session(given: "Session") -> Shape:
    """Write a session."""
    return {
        "session": given.session,
        "title": given.title,
        "started_at": text(given.started_at),
        "last_at": text(given.last_at),
        "occurred": [text(at) for at in given.occurred] if given.occurred else None,
        "events": given.events,
        "ended": given.ended,
    }


def source_count(given: "SourceCount") -> Shape:
    """Write a source, and how much of it stands."""
    return {
        "source": source(given.source),
        "events": given.events,
        "effective": given.effective,
        "first": given.first,
        "last": given.last,
    }


def cost(given: "Cost") -> Shape:
    """Write what a prompt takes, in tokens."""
    return {
        "total": given.total,
        "floor": given.floor,
        "whole": given.whole,
        "budget": given.budget,
        "sections": {
            name: {"tokens": share.tokens, "told": share.told, "left_out": share.left_out}
            for name, share in given.sections.items()
        },
    }


def stats(given: "Stats") -> Shape:
    """Write what a memory holds, and what a prompt of each session takes."""
    return {
        "user": given.user,
        "position": given.position,
        "budget": given.budget,
        "over": list(given.over),
        **_counts(given.total),
        "sessions": [
            {
                "session": each.session,
                "over": each.over,
                **_counts(each.counts),
                "tokens": each.cost.total,
                "floor": each.cost.floor,
                "sections": {name: share.tokens for name, share in each.cost.sections.items()},
            }
            for each in given.sessions
        ],
    }


def verdict(given: "Verdict") -> Shape:
    """Write what `verify` found."""
    return {
        "ok": given.ok,
        "positions": given.positions,
        "head": given.head,
        "first_bad": given.first_bad,
        "problems": [{"position": p.position, "kind": p.kind, "damage": p.damage} for p in given.problems],
        "anchor": {"position": given.anchor.position, "age_s": given.anchor.age_s} if given.anchor else None,
    }


def erasure(given: "Erasure") -> Shape:
    """Write what an erasure did, or would do."""
    positions = [each.position for each in given.events]
    return {
        "outcome": given.outcome,
        "event": positions[0] if positions else None,
        "events": positions,
        "dry_run": given.dry_run,
        "erased": ranges(given.erased),
        "count": given.count,
        "blobs": given.blobs,
        "left": list(given.left),
    }


def copied(given: "Copied") -> Shape:
    """Write which log was made, and where."""
    return {
        "path": given.path,
        "log": given.log,
        "epoch": given.epoch,
        "position": given.position,
        "hash": given.hash,
    }


def carried(given: "Carried") -> Shape:
    """Write what a copy to another place did."""
    return {
        **copied(given),
        "added": given.added,
        "erased": given.erased,
        "moved": given.moved,
        "dry_run": given.dry_run,
        "warnings": list(given.warnings),
        "left": list(given.left),
    }


def finding(given: "Finding") -> Shape:
    """Write one thing that the doctor looked at."""
    return {"check": given.check, "level": given.level, "message": given.message, "remedy": given.remedy}


def _counts(given: "Counts") -> Shape:
    return {"entries": given.entries, "events": given.events, "bytes": given.bytes}


def _brief(given: "Recorded") -> Shape:
    return {
        "position": given.position,
        "id": given.id,
        "tag": given.tag,
        "address": given.address,
        "version": given.version,
    }


def _moved(given: "Moved") -> Shape:
    return {
        "address": given.address,
        "session": given.scope.session or None,
        "before": given.before.value if given.before else None,
        "after": given.after.value if given.after else None,
        "before_version": given.before.version if given.before else None,
        "after_version": given.after.version if given.after else None,
        "before_supported": given.before.supported if given.before else None,
        "after_supported": given.after.supported if given.after else None,
    }


def _follower(given: "Follower") -> Shape:
    return {"position": given.event.position, "address": given.event.address, "because": given.because}
