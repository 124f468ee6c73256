"""One table: the vectors of the conformance kit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

import splendor_verify as sv

VECTORS: list[dict[str, Any]] = [
    json.loads(line) for line in (ROOT / "replays/vectors.jsonl").read_text().splitlines()
]


def test_every_vector_has_its_legal_turns_and_scores() -> None:
    for vector in VECTORS:
        position = vector["position"]
        assert len(sv.legal_turns(position)) == vector["legal"], vector["name"]
        scores = sv.score(position)
        assert list(scores.scores) == vector["scores"]
        assert scores.winners == (tuple(vector["winners"]) if "winners" in vector else None)


def test_every_turn_of_a_vector_is_played_or_rejected() -> None:
    refused = set()
    played = 0
    for vector in VECTORS:
        for told in vector.get("turns", []):
            if told["verdict"] == "legal":
                after = sv.play(vector["position"], told["turn"])
                assert after["format"] == "splendor-position/1"
                played += 1
                continue
            with pytest.raises(sv.IllegalTurn) as breach:
                sv.play(vector["position"], told["turn"])
            assert breach.value.clause == told["clause"]
            assert str(breach.value) == f"{told['clause']}: {breach.value.message}"
            refused.add(told["clause"])
    assert played > 100 and len(refused) > 20


def test_every_legal_turn_can_be_played() -> None:
    # One position has 29,158 legal turns, which takes minutes.
    for vector in [vector for vector in VECTORS if vector["legal"] < 500][::9]:
        for turn in sv.legal_turns(vector["position"])[::7]:
            after = sv.play(vector["position"], turn)
            assert after != vector["position"]
            assert isinstance(sv.legal_turns(after), list)


def test_a_log_is_followed_only_where_it_is_legal() -> None:
    log = json.loads(Path("replays/illegal/take-pair-needs-four.json").read_bytes())
    assert len(sv.legal_turns(log, turn=2)) == 27
    with pytest.raises(ValueError, match="breaks take.pair-needs-four at turn 2"):
        sv.legal_turns(log)
    with pytest.raises(ValueError, match="there is no turn 4: the log has turns 1 to 2"):
        sv.position(log, turn=4)
    with pytest.raises(ValueError, match="there is no turn 0"):
        sv.position(log, turn=0)
    with pytest.raises(ValueError, match="omits `pay` of turn 9"):
        sv.legal_turns(Path("tests/cmd/consistent.json"))


def test_a_log_that_declares_other_rules_has_no_table_by_the_required_ones() -> None:
    log = Path("replays/legal/end-winner.json")
    required = {"edition": "2024", "rulings": {"target": 1}}
    assert sv.legal_turns(log, turn=2, rules=required) == sv.legal_turns(log, turn=2)
    assert sv.witness(log, rules=required) == sv.witness(log)
    assert sv.position(log, turn=2, rules=required)["rules"]["rulings"] == {"target": 1}
    for options in ({"published": True}, {"rules": {"edition": "2024"}}):
        with pytest.raises(ValueError, match="target=1, where target=15 is required"):
            sv.legal_turns(log, turn=2, **options)
        with pytest.raises(ValueError, match="target=1, where target=15 is required"):
            sv.position(log, **options)
        with pytest.raises(ValueError, match="other rules than the required ones"):
            sv.witness(log, **options)
    with pytest.raises(ValueError, match="names its rules itself"):
        sv.legal_turns(VECTORS[0]["position"], published=True)


def test_rulings_change_the_legal_turns() -> None:
    log = json.loads(Path("replays/legal/take-pair-needs-four.json").read_bytes())
    without = sv.legal_turns(log)
    with_pass = sv.legal_turns(log, rulings={"pass": "always"})
    assert [turn for turn in with_pass if turn not in without] == [{"seat": 0, "pass": True}]
    with pytest.raises(ValueError, match="a position has no turns"):
        sv.legal_turns(VECTORS[0]["position"], rulings={"pass": "always"})


def test_omitted_turns_give_a_warning() -> None:
    position = json.loads(json.dumps(VECTORS[0]["position"]))
    position["rules"]["rulings"] = {"return": "up-to"}
    assert sv.legal_turns(position)
    position["seats"][0]["tokens"]["gold"] = position["supply"].pop("gold")
    with pytest.warns(UserWarning, match="only turns that return none are listed"):
        sv.legal_turns(position)


@pytest.mark.parametrize(
    "turn",
    [{"take": ["mauve"]}, {"foreign": 1}, {"seat": "0"}, []],
)
def test_malformed_turns_are_rejected(turn: Any) -> None:
    with pytest.raises(ValueError) as refused:
        sv.play(VECTORS[0]["position"], turn)
    assert not isinstance(refused.value, sv.IllegalTurn)


@pytest.mark.parametrize("turn", [{}, {"take": ["ruby"], "pass": True}])
def test_a_turn_without_exactly_one_action_is_illegal(turn: Any) -> None:
    with pytest.raises(sv.IllegalTurn, match="turn.one-action"):
        sv.play(VECTORS[0]["position"], turn)


def test_the_types_name_the_keys_of_the_formats() -> None:
    log = json.loads(Path("schema/splendor-log-1.schema.json").read_bytes())["$defs"]
    kinds = [ref["$ref"].rsplit("/", 1)[1] for ref in log["Turn"]["oneOf"]]
    keys = {key for kind in kinds for key in log[kind]["properties"]}
    assert set(sv.Turn.__annotations__) == keys
    position = json.loads(Path("schema/splendor-position-1.schema.json").read_bytes())
    assert set(sv.Position.__annotations__) == set(position["properties"])
