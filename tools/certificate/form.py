"""The clauses of the format of a log that this program checks."""

import json

from table import Broken, need, twice

TOP = ["$schema", "format", "rules", "omits", "source", "players", "setup", "turns", "end",
       "result", "ext"]


class Refused(Exception):
    """The certificate proves nothing."""


def refuse_unless(so, why):
    if not so:
        raise Refused(why)


def read(data):
    """The value of a JSON text without a key that an object has twice."""
    def pairs(found):
        need(not twice([key for key, _ in found]), "format.duplicate-key")
        return dict(found)
    need(not data.startswith(b"\xef\xbb\xbf"), "format.bom")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=pairs)
    except UnicodeDecodeError as error:
        raise Broken("format.encoding", {}) from error
    except ValueError as error:
        raise Broken("format.json", {}) from error


def format_of(log):
    """unsupported.format, and the shape of the top level."""
    need(isinstance(log, dict), "format.shape", pointer="")
    known = log.get("format", "splendor-log/1") == "splendor-log/1"
    need(known, "unsupported.format", pointer="/format")
    extra = [key for key in log if key not in TOP]
    need(not extra, "format.shape", pointer="/" + extra[0] if extra else None)


def check_format(certificate, broken):
    """A text that is not a log."""
    clause, facts = broken.args
    breach, verdict = certificate["breach"], certificate["verdict"]
    parts = {"format", "log", "verdict", "breach"}
    refuse_unless(set(certificate) == parts, "it has other parts")
    refuse_unless(breach.get("pointer") == facts.get("pointer", breach.get("pointer")), "pointer")
    refuse_unless(breach["clause"] == clause and not breach["facts"], f"this is broken: {clause}")
    true = "unsupported" if clause == "unsupported.format" else "malformed"
    refuse_unless(verdict == true, "it has another verdict")


def check_shape(log, breach):
    """An error deeper in a log, which is trusted if its place exists."""
    refuse_unless(breach["clause"] in ("format.shape", "format.size"), "it can be read")
    for part in breach.get("pointer", "").split("/")[1:]:
        at = int(part) if isinstance(log, list) else part.replace("~1", "/").replace("~0", "~")
        there = at in log if isinstance(log, dict) else at < len(log)
        refuse_unless(there, "no such place")
        log = log[at]
    return f"{breach['clause']} at {breach.get('pointer')}"
