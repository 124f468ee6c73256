"""Games in progress: turns, choices, observations and logs."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest

import splendor_verify as sv

BOXES: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 3},
    {"seats": 4, "edition": "2014"},
    {"seats": 2, "modules": ["cities"]},
    {"seats": 3, "modules": ["trading-posts"], "boxes": ["silk-road"]},
    {"seats": 4, "modules": ["cities", "trading-posts"]},
    {"seats": 2, "modules": ["trading-posts"], "rulings": {"powers": "optional"}},
    {"seats": 2, "rulings": {"noble-choice": "all", "return": "anything", "pass": "always"}},
]
MODULES = [{}, {"modules": ["orient"]}, {"modules": ["strongholds", "trading-posts"]}]


def at_random(game: sv.Game, dice: random.Random) -> None:
    """Play a turn by random choices; prefer purchases, so that games come to an end."""
    turns = game.turns
    while game.turns == turns:
        choices = game.choices()
        buys = [one for one in choices if sv.choice_in_words(one).startswith("buy")]
        game.choose(dice.choice(buys or choices))


def played(number: int, turns: int = 300, **box: Any) -> Iterator[sv.Game]:
    """Yield a game before each of its turns, and at its end."""
    game, dice = sv.Game(seed=number, **box), random.Random(number)
    while not game.is_over and game.turns < turns:
        yield game
        at_random(game, dice)
    yield game


def plain(turn: Any) -> str:
    return json.dumps(turn, sort_keys=True)


def all_turns(game: sv.Game) -> list[str]:
    """Return every turn that choices lead to, as the log writes it."""
    found, left = [], [game]
    while left:
        one = left.pop()
        for choice in one.choices():
            after = one.clone()
            after.choose(choice)
            if after.turns > game.turns:
                found.append(plain(after.log()["turns"][-1]))
            else:
                left.append(after)
    return found


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_choices_lead_to_exactly_the_legal_turns(box: dict[str, Any]) -> None:
    compared = 0
    for game in played(5, 120, **box):
        legal = game.legal_turns()
        if game.turns % 4 or len(legal) > 400:
            continue
        # The package lists the turns of a position without the choices.
        assert legal == sv.legal_turns(game.position)
        turns = []
        for turn in legal:
            after = game.clone()
            after.play(turn)
            turns.append(plain(after.log()["turns"][-1]))
        assert len(set(turns)) == len(turns)
        assert sorted(all_turns(game)) == sorted(turns)
        compared += len(turns)
    assert compared > 100


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_logs_are_legal_from_the_first_turn_to_the_last(box: dict[str, Any]) -> None:
    logs = []
    for seed in range(3):
        *_, game = played(seed, **box)
        report = sv.verify(json.dumps(game.log()))
        assert (report.verdict, report.plies) == ("legal", game.turns), report.message
        assert report.scores == game.scores
        assert report.complete == game.is_over == (game.winners is not None)
        logs.append(game.log())
    short = next(one for one in played(1, 7, **box) if one.turns == 7)
    assert short.log()["end"] == {"reason": "abandoned", "plies": 7}
    assert sv.verify(json.dumps(short.log())).verdict == "legal"
    assert len({plain(log) for log in logs}) == 3


@pytest.mark.parametrize("rules", MODULES, ids=str)
def test_whole_turns_are_played_with_every_module(rules: dict[str, Any]) -> None:
    game, dice = sv.Game(3, seed=11, **rules), random.Random(11)
    while not game.is_over and game.turns < 60:
        game.play(dice.choice(game.legal_turns()))
    assert sv.verify(json.dumps(game.log())).verdict == "legal"


def test_the_choices_of_orient_have_no_numbers() -> None:
    for module in ("orient", "strongholds"):
        with pytest.raises(ValueError, match="Orient and Strongholds have no numbers"):
            sv.Game(modules=[module]).choices()


def test_the_same_seed_gives_the_same_game() -> None:
    one, two, other = ([*played(seed, seats=3)][-1] for seed in (4, 4, 5))
    assert one.log() == two.log() != other.log()
    assert (one.scores, one.winners) == (two.scores, two.winners)
    assert repr(one).endswith("over>")


def test_a_pickled_game_is_the_same() -> None:
    for game in played(4, 60, modules=["trading-posts"]):
        if game.turns == 20:
            other = game.with_other_hidden_cards(0, 1)
            other.play(other.legal_turns()[0])
            other.choose(other.choices()[0])
            twin = pickle.loads(pickle.dumps(other))
            assert (twin.log(), twin.choices_made) == (other.log(), other.choices_made)
            assert twin.position == other.position


def test_a_pickle_with_an_illegal_turn_is_rejected() -> None:
    game = sv.Game(seed=3)
    game.play({"take": ["ruby", "ruby"]})
    altered = pickle.dumps(game).replace(b"ruby", b"gold")
    with pytest.raises(ValueError, match="take.no-gold: .*gold"):
        pickle.loads(altered)


def test_a_game_with_other_cards_has_another_id() -> None:
    game = sv.Game(seed=3)
    assert game.log()["source"]["game"] == "3"
    assert "game" not in game.with_other_hidden_cards(0, 1).log()["source"]


def test_a_copy_is_played_on_by_itself() -> None:
    game = sv.Game(seed=3)
    pickled = pickle.loads(pickle.dumps(game))
    for twin in (game.clone(), copy.copy(game), copy.deepcopy(game), pickled):
        twin.choose(twin.choices()[-1])
        assert (twin.turns + len(twin.choices_made), game.turns) == (1, 0)


def test_an_illegal_turn_or_choice_names_its_clause() -> None:
    game = sv.Game(seed=3)
    with pytest.raises(sv.IllegalTurn, match="take.no-gold"):
        game.play({"take": ["gold"]})
    closed = set(range(sv.CHOICE_COUNT)) - set(game.choices())
    clauses = set()
    for choice in sorted(closed):
        with pytest.raises(ValueError) as refused:
            game.choose(choice)
        if isinstance(refused.value, sv.IllegalTurn):
            clauses.add(refused.value.clause)
    assert clauses >= {"take.fewer", "reserve.face-up", "purchase.price", "turn.pass"}
    assert (game.turns, game.choices_made) == (0, [])
    for wrong in (-1, sv.CHOICE_COUNT):
        with pytest.raises(ValueError, match=f"there is no choice {wrong}"):
            game.choose(wrong)
        with pytest.raises(ValueError, match=f"there is no choice {wrong}"):
            sv.choice_in_words(wrong)
    with pytest.raises(ValueError, match="the turn is foreign"):
        game.play({"foreign": 1})


def test_a_choice_after_the_first_names_its_clause_too() -> None:
    clauses = set()
    for game in played(8, 200, seats=2):
        for first in game.choices():
            middle = game.clone()
            middle.choose(first)
            closed = set(range(sv.CHOICE_COUNT)) - set(middle.choices())
            for choice in closed if middle.choices_made else ():
                with pytest.raises(ValueError) as refused:
                    middle.choose(choice)
                if isinstance(refused.value, sv.IllegalTurn):
                    clauses.add(refused.value.clause)
    assert len(clauses) > 3, clauses


def test_turns_and_choices_do_not_mix_within_a_turn() -> None:
    for game in played(5, 120):
        choices = game.choices()
        for choice in choices:
            middle = game.clone()
            middle.choose(choice)
            if middle.choices_made:
                with pytest.raises(ValueError, match="a turn is in progress"):
                    middle.play(game.legal_turns()[0])
                return
    pytest.fail("every turn has one choice")


@pytest.mark.parametrize("box", BOXES[:6], ids=str)
def test_a_seat_sees_nothing_that_is_hidden(box: dict[str, Any]) -> None:
    changed = hidden = 0
    for game in played(6, 80, **box):
        middle = game.clone()
        if middle.choices():
            middle.choose(middle.choices()[game.turns % len(middle.choices())])
        for one in (game, middle):
            seats = range(box["seats"])
            for seat in seats if game.turns % 4 == 0 else ():
                other = one.with_other_hidden_cards(seat, game.turns)
                assert other.features(seat) == one.features(seat)
                assert other.mask(seat) == one.mask(seat)
                assert sv.verify(json.dumps(other.log())).verdict == "legal"
                changed += other.position != one.position
                hidden += any(other.features(rival) != one.features(rival) for rival in seats)
    assert changed > 20 and hidden > 5


def test_the_features_are_the_table() -> None:
    for game in played(2, 90, seats=3):
        sections, table = game.sections(), game.position
        for seat in range(3):
            values = game.features(seat)
            assert len(values) == max(part.stop for part in sections.values())
            assert sum(values[sections["market"]]) == sum(map(len, table["market"].values()))
            assert sum(values[sections["supply"]]) == sum(table["supply"].values())
            assert sum(values[sections["nobles"]]) == len(table["nobles"])
            ahead = -1 if game.is_over else (game.to_move - seat) % 3
            assert values[sections["to_move"]].find(1) == ahead
            for distance in range(3):
                rival = (seat + distance) % 3
                described = table["seats"][rival]
                part = f"seat{distance}."
                assert values[sections[part + "prestige"]] == bytes([game.scores[rival]])
                tokens = sum(described.get("tokens", {}).values())
                assert sum(values[sections[part + "tokens"]]) == tokens
                hand = [sum(values[sections[part + name]]) for name in ("reserved", "hidden")]
                assert sum(hand) == len(described.get("hand", []))
            assert not any(values[sections["seat3.playing"]])


def test_bad_arguments_are_rejected() -> None:
    for seats in (1, 5):
        with pytest.raises(ValueError, match=f"{seats} seats, needed 2, 3 or 4"):
            sv.Game(seats)
    with pytest.raises(ValueError, match="2025"):
        sv.Game(edition="2025")
    with pytest.raises(ValueError, match="mauve"):
        sv.Game(modules=["mauve"])
    with pytest.raises(ValueError, match="seed"):
        sv.Game(seed=-1)
    with pytest.raises(ValueError, match="there is no seat 2: they are 0 to 1"):
        sv.Game(2).features(2)
