"""Checks certificates of `splendor verify`: check.py CERTIFICATE LOG...
docs/src/certificate.md explains the proofs.  The program shares nothing with the verifier.
"""

import json
import re
import sys
from collections import Counter

from claims import check_end, check_rules, check_setup
from form import Refused, check_shape, check_unread, read, refuse_unless, unknown_field
from logs import files_of, missing, texts_of
from table import RULINGS, TOKENS, Broken, Table, items, name_of, prestige
from turn import Open, Unsure, events, step

MOST = 20_000  # How many turns are tried to show that no completion of a log is legal.
OPTIONAL = {"return", "gem", "noble", "post", "spend", "discard", "free", "stronghold", "conquest"}


def ordered(value, key=None):
    """A value in which the order of a list does not matter, except that of seats and decks."""
    if isinstance(value, dict):
        return sorted((key, ordered(inner, key)) for key, inner in value.items())
    if isinstance(value, list):
        inner = [ordered(it) for it in value]
        return inner if key in ("seats", "decks") else sorted(inner, key=repr)
    return value


def plain(value):
    """A turn without claims, and without zeros and empty lists, which mean nothing."""
    if not isinstance(value, dict):
        return value
    inner = {key: plain(fact) for key, fact in value.items() if key not in ("after", "ext")}
    if "conquest" in value:
        inner["conquest"]["purchase"].pop("from", None)
    return {key: fact for key, fact in inner.items()
            if key == "pay" or fact not in ({}, []) and (fact != 0 or key not in TOKENS)}


def contained(part, whole, key=None):
    """Whether every fact of a part of a log is a fact of the completed game."""
    if key in ("noble", "post"):
        return sorted(items(part)) == sorted(items(whole))
    if key not in ("pay", "return") and isinstance(part, dict) and isinstance(whole, dict):
        same = all(key in whole and contained(part[key], whole[key], key) for key in part)
        return same and not OPTIONAL & (set(whole) - set(part))
    return ordered(part) == ordered(whole)


def completed(logged, turn, omits, number):
    """Asks whether a completed turn is that of the log; fields that the log omits may be there."""
    logged = {key: turn[key] for key in omits if key in turn} | logged
    gem, own = turn.get("conquest", {}).get("gem"), logged.get("conquest")
    if gem and own and "gem" in omits:
        logged["conquest"] = {"gem": gem} | own
    refuse_unless(contained(plain(logged), plain(turn)), f"turn {number} is not that of the log")


def same_position(table, position, rules, with_decks=False):
    """Asks whether a position of the certificate, with its rules, each named once, is this one."""
    changed = {name: value for name, value in table.rule.items() if value != RULINGS[name][0]}
    parts = {key: list(dict.fromkeys(rules.get(key, []))) for key in ("modules", "boxes")}
    parts = {name: value for name, value in [*parts.items(), ("rulings", changed)] if value}
    own = table.view(with_decks) | {"format": "splendor-position/1"}
    own["rules"] = {"edition": rules["edition"]} | parts
    same = own == position or ordered(own) == ordered(position)
    refuse_unless(same, f"the position after turn {table.turns} is another one")


def follow(log, game, table, rules, turns):
    """The last position of a completed game, in which each turn has the facts of the log."""
    same_position(table, game["start"], rules, True)
    refuse_unless(len(game["turns"]) == turns, "the game has other turns than the log")
    omits, table.omits = table.omits, []
    for logged, turn in zip(log["turns"], game["turns"]):
        completed(logged, turn["turn"], omits, table.turns + 1)
        refuse_unless("from" in turn["turn"].get("purchase", {"from": 0}), "a place is missing")
        try:
            table = step(table, turn["turn"], logged.get("after", {}))
        except (Broken, Open) as broken:
            raise Refused(f"turn {table.turns + 1}: {broken.args}") from broken
        same_position(table, turn["position"], rules)
    return table


def every(tables, turn, tries):
    """The tables after each completion of a turn that is legal."""
    after, rest = {}, [(table, turn) for table in tables]
    while rest:
        table, turn = rest.pop()
        tries.append(turn)
        if len(tries) > MOST:
            raise Unsure(f"more than {MOST} turns would have to be tried")
        try:
            table = step(table, turn, turn.get("after", {}))
            after[repr(ordered(table.view()))] = table
        except Open as choice:
            rest += [(table, turn) for turn in choice.args[0]]
        except Broken:
            pass
    return list(after.values())


def is_broken(check, *args):
    try:
        check(*args)
    except Broken:
        return True
    return False


def check_breach(log, rules, game, breach):
    """The breach at the position before it, and that no other completion of the log is legal."""
    number, turns = breach.get("number"), log["turns"]
    before = number - 1 if number else len(turns)
    refuse_unless(0 <= before <= len(turns) - bool(number), "the log has no such turn")
    hides, table = False, None
    try:
        check_rules(rules)
        check_setup(log, rules)
        refuse_unless(game, "the game is missing")
        table = follow(log, game, Table(log, rules), rules, before)
        hides = any(None in map(name_of, places) for places in
                    [*table.market.values(), *(seat.hand for seat in table.seats)])
        if number:
            turn = breach.get("turn", turns[before])
            completed(turns[before], turn, log.get("omits", []), number)
            step(table, turn, turns[before].get("after", {}))
        else:
            check_end(table, log)
    except Broken as broken:
        refuse_unless((table is None) == (game is None), "the breach is elsewhere")
        place = {key: breach[key] for key in ("pointer",) if key in breach}
        same = broken.args == (breach["clause"], breach["facts"] | place)
        refuse_unless(same and "pointer" not in breach["facts"], f"this is broken: {broken.args}")
    else:
        refuse_unless(hides and breach["clause"] == "turn.pass", "no clause is broken")
        raise Unsure("a card that the log names later breaks the clause")
    if table:
        check_no_other(log, rules, before, number, hides)


def check_no_other(log, rules, before, number, hides):
    """That no completion of a log is legal up to a turn or the end."""
    tables, tries = [Table(log, rules)], []
    for turn in log["turns"][:before]:
        tables = every(tables, turn, tries)
    if number:
        tables = every(tables, log["turns"][before], tries)
    else:
        tables = [table for table in tables if not is_broken(check_end, table, log)]
    refuse_unless(not tables or hides, "another completion of the log is legal")
    if tables:
        raise Unsure("with other hidden cards no clause may be broken")


def check_legal(log, rules, game, end):
    """A completed game that is legal to its end; returns its last position."""
    decks = {row: deck if isinstance(deck, list) else [None] * deck["cards"]
             for row, deck in game["start"]["decks"].items()}
    refuse_unless(all(None not in deck for deck in decks.values()), "a deck is not complete")
    known = log["setup"].get("decks", {})
    kept = all(decks.get(row, []) == deck for row, deck in known.items())
    refuse_unless(kept, "a deck is another one")
    full = {**log, "setup": {**log["setup"], "decks": decks}}
    try:
        check_rules(rules)
        check_setup(full, rules)
        table = follow(log, game, Table(full, rules), rules, len(log["turns"]))
        check_end(table, log)
    except Broken as broken:
        raise Refused(f"it is not legal: {broken.args}") from broken
    true = {"complete": bool(table.ended), "scores": [prestige(seat) for seat in table.seats]}
    true |= {"winners": table.winners()} if table.ended else {}
    refuse_unless(true == end, "the end is another one")
    return table


def check_open(log, rules, verdict, refuted, facts):
    """Whether open facts decide the verdict."""
    refuse_unless(facts or verdict == "legal" and not refuted, "nothing is open")
    if refuted:
        at, logged = refuted["number"] - 1, log["turns"][refuted["number"] - 1]
        later = refuted["breach"].get("number", len(log["turns"]) + 1) > at + 1
        refuse_unless(later, "the breach does not follow from the value")
        completed(logged, refuted["turn"], log.get("omits", []), at + 1)
        turn = refuted["turn"] | {key: logged[key] for key in ("after", "ext") if key in logged}
        log = {**log, "turns": [*log["turns"][:at], turn, *log["turns"][at + 1:]]}
        check_breach(log, rules, refuted["game"], refuted["breach"])
    elif facts:
        tables, tries, illegal = [Table(log, rules)], [], False
        for turn in log["turns"]:
            after = [every([table], turn, tries) for table in tables]
            illegal |= not all(after)
            tables = [table for some in after for table in some]
        illegal |= any(is_broken(check_end, table, log) for table in tables)
        if illegal != (verdict == "consistent"):
            raise Unsure("whether the open facts decide the verdict")


def check_omitted(log, facts):
    """That the log omits the open facts."""
    for fact in facts:
        turn = log["turns"][fact["turn"] - 1]
        places = [*events(turn), *(it["purchase"] for it in events(turn) if "purchase" in it)]
        before = log["turns"][:fact["turn"]] if fact["fact"] == "refill" else []
        places += [turn.get("reserve", {}), *before]
        refuse_unless(any(fact["fact"] not in it for it in places), "an open fact is in the log")


def unchecked(log, judged, ended):
    """The pointers to what nothing was compared with; `ended` is None if no end was reached."""
    yield from ("/" + key for key in ("$schema", "source", "ext") if key in log)
    yield from ("/" + key for key in ("end", "result") if key in log and ended is None)
    if "winners" in log.get("result", {}) and ended is False:
        yield "/result/winners"
    for seat, player in enumerate(log["players"]):
        yield from (f"/players/{seat}/{key}" for key in ("name", "ext") if key in player)
    for at, turn in enumerate(log["turns"]):
        has_ext = "ext" in turn and "foreign" not in turn
        yield from [f"/turns/{at}/ext"] * has_ext + [f"/turns/{at}"] * (at >= judged)


def check(certificate, data):
    """Returns what has to be trusted, or None; raises Refused."""
    verdict, breach = certificate["verdict"], certificate.get("breach")
    refuse_unless(certificate["format"] == "splendor-certificate/1", "it has another format")
    parts = {"legal": {"game", "end"}, "consistent": {"game", "end", "refuted"}, "undecided": set(),
             "malformed": {"breach"}}.get(verdict, {"game", "breach"})
    parts |= {"format", "log", "verdict", "overrides", "open", "unchecked"}
    refuse_unless(set(certificate) <= parts, "it has a part of another verdict")
    try:
        log = read(data)
    except Broken as broken:
        return check_unread(certificate, broken)
    if verdict == "malformed":
        return check_shape(certificate, log)
    refuse_unless(unknown_field(log) is None, "it is malformed")
    rulings = log["rules"].get("rulings", {}) | certificate.get("overrides", {})
    if re.fullmatch("[1-9][0-9]*", str(rulings.get("target"))):
        rulings["target"] = int(rulings["target"])  # A log may write the target in quotes.
    rules, game = {**log["rules"], "rulings": rulings}, certificate.get("game")
    facts = certificate.get("open", [])
    check_omitted(log, facts)
    judged, ended, trusted = len(log["turns"]), None, None
    try:
        if verdict == "undecided":
            refuse_unless(facts, "nothing is open")
            return "that the search found nothing"
        if breach:
            unknown = breach["clause"].startswith("unsupported.")
            refuse_unless(unknown == (verdict == "unsupported"), "it has another verdict")
            judged = breach["number"] - 1 if "number" in breach else judged if game else 0
            if game and "number" not in breach:
                ended = bool(game["turns"]) and game["turns"][-1]["position"]["ended"]
            check_breach(log, rules, game, breach)
        else:
            ended = bool(check_legal(log, rules, game, certificate["end"]).ended)
            check_open(log, rules, verdict, certificate.get("refuted"), facts)
    except Unsure as why:
        trusted = str(why)
    listed = sorted(unchecked(log, judged, ended))
    refuse_unless(sorted(certificate.get("unchecked", [])) == listed, "other parts are unchecked")
    return trusted


def result_of(certificate, texts):
    """What a certificate is worth, the log, and the reason."""
    name = "?"
    try:
        refuse_unless(certificate["log"] in texts, "no log has its digest")
        name, data = texts[certificate["log"]]
        why = check(certificate, data)
        return "trusted" if why else "proved", name, why
    except Refused as refused:
        return "refused", name, refused
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return "refused", name, f"it cannot be read: {error!r}"


def main(path, *logs):
    files, counts, certified = files_of(logs), Counter(), set()
    texts = texts_of(files)
    for line in open(path, encoding="utf-8"):
        certificate = json.loads(line)
        certified.add(certificate.get("log"))
        result, name, why = result_of(certificate, texts)
        counts[result] += 1
        if why:
            print(f"{result}: {name}: {why}")
    print(", ".join(f"{counts[result]} {result}" for result in ("proved", "trusted", "refused")))
    without = list(missing(files, certified))
    for name in without:
        print(f"missing: {name} has no certificate")
    return 1 if counts["refused"] or without else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
