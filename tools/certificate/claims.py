"""The clauses on components, rules, a setup, and the claims of a log."""

from collections import Counter

from strict import pointer
from table import (BASE_ROWS, BOX, CARD, ORIENT, ORIENT_ROWS, ROWS, RULINGS, TOKENS, card, count_of,
                   first, need, prestige, sums, twice)


def strings(value):
    """All texts in a value of JSON."""
    if isinstance(value, str):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inner:
        yield from strings(part)


def check_components(value, modules):
    """component.unknown, then orient.cards, of all ids in a setup or a turn."""
    names = [name for name in strings(value) if name not in TOKENS + ["market", "hand"]]
    known = {*BOX["cards"], *BOX["nobles"], *BOX["posts"], *sum(BOX["tiles"], [])}
    bad = first(name for name in names if name not in known)
    shown = bad if bad and (CARD.fullmatch(bad) or ":" in bad) else None
    need(not bad, "component.unknown", component=shown)
    bad = first(name for name in names if name in ORIENT)
    need("orient" in modules or not bad, "orient.cards", card=bad)


def check_rules(rules):
    """The rules that this program does not know."""
    edition, modules, boxes = rules["edition"], rules.get("modules", []), rules.get("boxes", [])
    need(edition in ("2014", "2024"), "unsupported.edition", pointer="/rules/edition")
    known = BOX["box_of_module"] if edition == "2024" else {}
    module_at = first(at for at, module in enumerate(modules) if module not in known)
    need(module_at is None, "unsupported.module", pointer=f"/rules/modules/{module_at}")
    box_at = first(at for at, box in enumerate(boxes) if box not in known.values())
    need(box_at is None, "unsupported.box", pointer=f"/rules/boxes/{box_at}")
    rulings = rules.get("rulings", {}).items()
    ruling = first(name for name, value in rulings if value not in RULINGS.get(name, []))
    need(ruling is None, "unsupported.ruling", pointer=pointer(["rules", "rulings", ruling]))


def check_setup(log, rules):
    """The family `setup`, in the order of the book."""
    setup, modules, seats = log["setup"], rules.get("modules", []), len(log["players"])
    market, rows = setup["market"], ROWS if "orient" in modules else BASE_ROWS
    # A log may list the empty deck of a row that is not in play.
    decks = {row: deck for row, deck in setup.get("decks", {}).items() if deck or row in rows}
    nobles, cities = setup.get("nobles", []), setup.get("cities", [])
    check_components([nobles, cities, market, decks], modules)
    need(2 <= seats <= 4, "setup.seats", seats=seats)
    dealt = [(row, name) for row in ROWS for part in (market, decks) for name in part.get(row, [])]
    names = [name for _, name in dealt]
    for clause, box in ("setup.cards", BOX["cards"][:90]), ("orient.cards", ORIENT):
        again = twice([name for name in names if name in box])
        lost = first(it for it in box if card(it).row in decks and it not in names)
        times = None if box is ORIENT else 2 if again else 0
        need(not again and not lost, clause, card=again or lost, times=times)
    for clause, rows in ("orient.cards", ORIENT_ROWS), ("setup.level", BASE_ROWS):
        bad = first(name for row, name in dealt if card(name).row != row and card(name).row in rows)
        need(not bad, clause, card=bad)
    for row in ROWS:
        width = 4 if row in BASE_ROWS else 2 if "orient" in modules else 0
        n = len(market.get(row, []))
        need(n == width, "setup.market" if row in BASE_ROWS else "orient.market", cards=n)
    needed = 0 if "cities" in modules else seats + 1
    need(len(nobles) == needed, "setup.nobles", nobles=len(nobles), needed=needed)
    need(not twice(nobles), "setup.noble-once", noble=twice(nobles))
    boxes = {None, *rules.get("boxes", []), *(BOX["box_of_module"][module] for module in modules)}
    bad = first(noble for noble in nobles if BOX["box_of_noble"].get(noble) not in boxes)
    need(not bad, "setup.noble-box", noble=bad)
    needed = 3 if "cities" in modules else 0
    need(len(cities) == needed, "setup.cities", cities=len(cities), needed=needed)
    tile = {city: number for number, faces in enumerate(BOX["tiles"]) for city in faces}
    for at, city in enumerate(cities):
        other = first(it for it in cities[:at] if tile[it] == tile[city])
        need(not other, "setup.city-tiles", city=city, other=other)


def check_after(before, after, claims):
    """The claims of a log after a turn."""
    seat = after.seats[before.mover]
    true = {"prestige": prestige(seat), "tokens": seat.tokens, "bonuses": sums(seat, count_of),
            "hand": len(seat.hand), "colors": sums(seat), "strongholds": 3 - len(seat.strongholds),
            "supply": after.supply}
    for what, actual in true.items():
        said, there = claims.get(what, {}), isinstance(actual, Counter)
        pairs = {f"{what}.{token}": (said[token], actual[token]) for token in TOKENS
                 if token in said} if there else {what: (claims.get(what, actual), actual)}
        for name, (claimed, actual) in pairs.items():
            need(claimed == actual, "claim.after", what=name, claimed=claimed, actual=actual)
    said = claims.get("digest")
    need(said in (None, said and after.digest() or said), "claim.digest")


def check_end(table, log):
    """The claims of a log about its end."""
    end, result, seats = log.get("end", {}), log.get("result", {}), len(table.seats)
    need(all(seat < seats for seat in end.get("seats", [])), "claim.end")
    need(end.get("reason") != "completed" or table.ended, "claim.end")
    need(end.get("reason") != "stalemate" or table.ended == "stalemate", "claim.end")
    plies = end.get("plies", len(log["turns"]))
    need(plies == len(log["turns"]), "claim.plies", claimed=plies, actual=len(log["turns"]))
    true = [prestige(seat) for seat in table.seats]
    scores, winners = result.get("scores", true), result.get("winners", [])
    need(len(scores) == seats, "claim.score-count", claimed=len(scores), seats=seats)
    for seat, (claimed, actual) in enumerate(zip(scores, true)):
        need(claimed == actual, "claim.score", seat=seat, claimed=claimed, actual=actual)
    wrong = [seat for seat in winners if seat >= seats]
    wrong += [seat for at, seat in enumerate(winners) if seat in winners[:at]]
    if table.ended and "winners" in result:
        wrong += [seat for seat in winners if seat not in table.winners()]
        wrong += [seat for seat in table.winners() if seat not in winners]
    need(not wrong, "claim.winner", seat=first(wrong))
