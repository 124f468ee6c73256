"""Connects the engine in this folder to `splendor conformance`: one JSON object per line.

    splendor conformance --cmd 'python3 docs/conformance/adapter.py'
"""

import json
import sys

import engine

HELLO = {
    "engine": "example",
    "version": "1",
    "editions": ["2014", "2024"],
    "modules": [],
    "rulings": [],
}


def key(turn, mover):
    """Returns a key that is equal for equal turns: `seat` is optional, a take has no order."""
    turn = {"seat": mover} | turn
    if "take" in turn:
        turn["take"] = sorted(turn["take"])
    return json.dumps(turn, sort_keys=True)


def no_empty_decks(position):
    """Replaces the count 0 of an empty deck with the empty list that the engine expects."""
    decks = position["decks"]
    position["decks"] = {
        level: cards if isinstance(cards, list) else [] for level, cards in decks.items()
    }
    return position


def answer(request):
    if request["ask"] == "hello":
        return HELLO
    position = no_empty_decks(request["position"])
    if request["ask"] == "score":
        scores = [engine.prestige(seat) for seat in position["seats"]]
        over = position.get("ended", False)
        return {"scores": scores} | ({"winners": engine.winners(position)} if over else {})
    turns = engine.legal_turns(position)
    if request["ask"] == "legal":
        return {"turns": turns}
    mover = position.get("to_move", 0)
    wanted = key(request["turn"], mover)
    if wanted not in [key(turn, mover) for turn in turns]:
        return {"refused": True}
    return {"position": engine.play(position, request["turn"])}


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"]} | answer(request)), flush=True)
