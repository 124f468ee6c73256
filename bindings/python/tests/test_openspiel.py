"""The game of OpenSpiel passes the tests of OpenSpiel, and its logs are legal."""

from __future__ import annotations

import json
import random

import numpy as np
import pyspiel
import pytest

import splendor_verify as sv
import splendor_verify.openspiel

BOXES = [
    "python_splendor",
    "python_splendor(players=3,max_turns=60)",
    "python_splendor(players=4,edition=2014,max_turns=60)",
    "python_splendor(players=2,modules=cities+trading-posts)",
]


@pytest.mark.parametrize("name", BOXES)
def test_the_simulations_of_openspiel_pass(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", BOXES)
def test_random_games_are_legal(name: str) -> None:
    game = pyspiel.load_game(name)
    for seed in range(5):
        dice, state, chances = random.Random(seed), game.new_initial_state(), 0
        turn, choices = 0, 0
        while not state.is_terminal():
            assert state.returns() == [0] * game.num_players()
            if state.is_chance_node():
                chances += 1
                numbers, weights = zip(*state.chance_outcomes(), strict=True)
                assert sum(weights) == pytest.approx(1)
                state.apply_action(dice.choice(numbers))
            else:
                choices = choices + 1 if state.native.turns() == turn else 1
                turn = state.native.turns()
                assert choices <= splendor_verify.openspiel.MOST_CHOICES
                state.apply_action(dice.choice(state.legal_actions()))
        log = state.log()
        report = sv.verify(json.dumps(log))
        assert report.verdict == "legal", report.message
        assert log["source"] == {"client": "splendor-arena"}
        assert "decks" not in log["setup"]
        revealed = json.dumps(log["turns"]).count('"refill"')
        assert chances >= len(log["setup"]["market"]["level1"]) * 3 + revealed
        assert sum(state.returns()) == pytest.approx(0)
        assert any(state.returns()) <= report.complete


def test_chance_reveals_the_card_that_comes() -> None:
    game = pyspiel.load_game("python_splendor")
    state, observer = game.new_initial_state(), game.make_py_observer()
    shown: list[str] = []
    while state.is_chance_node():
        observer.set_from(state, 0)
        parts = [observer.dict[name].sum() for name in ("market", "nobles", "cities")]
        assert sum(parts) == len(shown)
        with pytest.raises(ValueError, match="the setup is not complete"):
            state.log()
        outcomes = state.chance_outcomes()
        shown.append(state.action_to_string(pyspiel.PlayerId.CHANCE, outcomes[-1][0]))
        state.apply_action(outcomes[-1][0])
    assert len(shown) == 15
    setup = state.log()["setup"]
    cards = [card for level in setup["market"].values() for card in level]
    names = [*setup["nobles"], *cards]
    assert sorted(words.split()[-1] for words in shown) == sorted(names)
    reserve = next(
        action for action in state.legal_actions() if "deck" in state.action_to_string(0, action)
    )
    state.apply_action(reserve)
    assert state.is_chance_node() and len(state.chance_outcomes()) == 36
    drawn = state.chance_outcomes()[7][0]
    state.apply_action(drawn)
    assert state.current_player() == 1
    card = state.action_to_string(pyspiel.PlayerId.CHANCE, drawn).split()[-1]
    assert state.log()["turns"] == [{"seat": 0, "reserve": {"deck": 1, "card": card}}]


def test_the_observer_sees_what_a_seat_sees() -> None:
    game = pyspiel.load_game("python_splendor(players=3)")
    state, dice = game.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(dice.choice(state.chance_outcomes())[0])
    observer = game.make_py_observer()
    observer.set_from(state, 1)
    assert observer.dict["seat0.playing"].tolist() == [1]
    assert observer.tensor.sum() == sum(state.native.features(1))
    assert "market=" in observer.string_from(state, 1)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert len(state.history()) + 1 == len(twin.history())
    with pytest.raises(ValueError, match="there is no seat 3"):
        observer.set_from(state, 3)
    assert np.array_equal(observer.tensor, np.frombuffer(state.native.features(1), np.uint8))


def test_illegal_actions_name_their_clause() -> None:
    game = pyspiel.load_game("python_splendor")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    with pytest.raises(sv.IllegalTurn, match="turn.pass"):
        state._apply_action(213)
    assert splendor_verify.openspiel.MAX_TURNS == game.get_parameters().get("max_turns", 400)


@pytest.mark.parametrize(
    "wrong", ["modules=orient", "edition=2025", "modules=mauve", "max_turns=0", "max_turns=-5"]
)
def test_unknown_rules_are_rejected(wrong: str) -> None:
    with pytest.raises(ValueError):
        pyspiel.load_game(f"python_splendor({wrong})")
