"""The clauses of the format of a log that this program checks."""

import itertools
import json

from strict import Walk, pointer
from table import Broken, first, need

TOP = ["$schema", "format", "rules", "omits", "source", "players", "setup", "turns", "end",
       "result", "ext"]
PARTS_WITHOUT_GAME = {"format", "log", "verdict", "breach"}
LOG_BYTES = 2**24
# The first character of JSON in two bytes.
UTF_16 = [b"{\0", b"[\0", b"\0{", b"\0["]


class Refused(Exception):
    """The certificate proves nothing."""


def refuse_unless(so, why):
    if not so:
        raise Refused(why)


def read(data):
    """The value of a text that is strict JSON and names no other format."""
    need(len(data) <= LOG_BYTES, "format.size")
    need(not data.startswith(b"\xef\xbb\xbf"), "format.bom")
    need(data[:2] not in UTF_16, "format.encoding")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Broken("format.encoding", {}) from error
    walk = Walk(text)
    try:
        walk.document()
    except Broken as broken:
        if broken.args[0] != "format.json":
            check_format_name(walk.format)
        raise
    check_format_name(walk.format)
    return json.loads(text)


def check_format_name(token):
    """The clause unsupported.format."""
    name = json.loads(token) if token and token[0] == '"' else "splendor-log/1"
    need(name == "splendor-log/1", "unsupported.format", pointer="/format")


def check_unread(certificate, broken):
    """A text that is not strict JSON, or that names another format."""
    clause, facts = broken.args
    expected = "unsupported" if clause == "unsupported.format" else "malformed"
    refuse_unless(certificate["verdict"] == expected, "it has another verdict")
    refuse_unless(set(certificate) == PARTS_WITHOUT_GAME, "it has other parts")
    breach = {"clause": clause, "facts": {}} | facts
    refuse_unless(certificate["breach"] == breach, f"this is broken: {breach}")


def unknown_field(log):
    """The pointer to the first field at the top that the format does not have, if there is one.

    It is empty if the log is not an object.
    """
    if not isinstance(log, dict):
        return ""
    return first(pointer([key]) for key in log if key not in TOP)


def check_shape(certificate, log):
    """A log of the wrong shape. An error below the top level is trusted if its place exists."""
    breach, field = certificate["breach"], unknown_field(log)
    clause, place = breach["clause"], breach["pointer"]
    refuse_unless(set(certificate) == PARTS_WITHOUT_GAME, "it has other parts")
    refuse_unless(clause in ("format.shape", "format.size"), "it can be read")
    refuse_unless(not breach["facts"] and place[:1] in ("", "/"), "it has no place")
    if field is not None:
        if (clause, place) == ("format.shape", field):
            return None
        refuse_unless(field and place, f"{field} is not a field of a log")
        # Another error is the first one if it comes before this field.
        log = {key: log[key] for key in itertools.takewhile(TOP.__contains__, log)}
    for part in place.split("/")[1:]:
        at = int(part) if isinstance(log, list) else part.replace("~1", "/").replace("~0", "~")
        there = at in log if isinstance(log, dict) else 0 <= at < len(log)
        refuse_unless(there, "no such place")
        log = log[at]
    return f"{clause} at {place}"
