"""Checks the chain of a seal and the commitment to the decks, without the program splendor.

    python3 docs/seal/check.py game.json game.seal [game.deal]

docs/src/seal.md describes the hashes. This file is a pattern for other languages: it needs nothing
but SHA-256 and a JSON reader. It does not judge the game, and it checks no signature.
"""

import hashlib
import json
import sys


def canonical(value):
    """Writes JSON as RFC 8785 does; a log has no fractions."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
        return "{" + ",".join(canonical(key) + ":" + canonical(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, float) or isinstance(value, int) and abs(value) > 2**53 - 1:
        sys.exit(f"{value} is not a whole number up to 2^53 - 1")
    return json.dumps(value, ensure_ascii=False)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def chain(log):
    """Returns the links of a log, and the hash of its end."""
    header = {key: log[key] for key in log if key not in ("turns", "end", "result")}
    links = [sha256("splendor-seal/1\n" + canonical(header))]
    for turn in log["turns"]:
        links.append(sha256(links[-1] + "\n" + canonical(turn)))
    end = {key: log[key] for key in ("end", "result") if key in log}
    return links, sha256(links[-1] + "\n" + canonical(end)) if end else None


def main(log, seal, deal=None):
    log, seal = (json.load(open(path, encoding="utf-8")) for path in (log, seal))
    links, end = chain(log)
    if links != seal["links"] or end != seal.get("end"):
        sys.exit("the log is not the one that was sealed")
    print(f"{len(links) - 1} turns are sealed")
    if deal:
        if sha256(canonical(json.load(open(deal, encoding="utf-8")))) != seal.get("deal"):
            sys.exit("the deal is not the one that was committed")
        print("the deal was committed")


if __name__ == "__main__":
    main(*sys.argv[1:])
