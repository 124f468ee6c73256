"""The first place at which a text is not strict JSON."""

import json
import math
import re

from table import need

DEPTH = 72  # Eight levels of the format, and 64 of the values that are free.
TOKEN = re.compile(r"""[ \t\n\r]*(
    [][{}:,]
  | "[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"
  | (?=[-0-9])-?[0-9]*(?:\.[0-9]*)?(?:[eE][-+]?[0-9]*)?
  | true | false | null
)?""", re.VERBOSE)
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
SURROGATE = re.compile(r"[\ud800-\udfff]")


def pointer(path):
    """A JSON pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def is_exact(token):
    """Whether a token is a number that every reader of JSON reads as the same value."""
    number = NUMBER.fullmatch(token)
    if number and not any(number.groups()):
        return len(token) < 18 and abs(int(token)) < 2**53
    return bool(number) and math.isfinite(float(token))


class Walk:
    """A walk over a text; `format` is the first value of this key at the top."""

    def __init__(self, text):
        self.text, self.at, self.path, self.format = text, 0, [], None

    def need(self, kept, clause="format.json"):
        need(kept, clause, pointer=pointer(self.path))

    def token(self):
        """The next mark, string, number or word; empty if there is none."""
        found = TOKEN.match(self.text, self.at)
        self.at, token = found.end(), found[1] or ""
        return "" if "\\u" in token and SURROGATE.search(json.loads(token)) else token

    def document(self):
        self.value(self.token())
        self.need(not self.token() and self.at == len(self.text))

    def value(self, token):
        self.need(token and token not in "]}:,")
        if token in "[{":
            self.need(len(self.path) < DEPTH, "format.size")
            self.members(token == "{")
        elif token[0] in "-0123456789":
            self.need(is_exact(token))
        if self.path == ["format"] and self.format is None:
            self.format = token

    def members(self, is_object):
        """The members of an object, or the entries of a list."""
        keys, closing, token = {}, "]}"[is_object], self.token()
        while token != closing:
            if keys:
                self.need(token == ",")
                token = self.token()
                self.need(token not in ("]", "}"))
            self.need(not is_object or token[:1] == '"')
            key = json.loads(token) if is_object else len(keys)
            self.path.append(key)
            self.need(key not in keys, "format.duplicate-key")
            keys[key] = True
            if is_object:
                self.need(self.token() == ":")
                token = self.token()
            self.value(token)
            self.path.pop()
            token = self.token()
