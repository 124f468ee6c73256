"""The environment of PettingZoo passes the tests of PettingZoo, and its games are legal."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test.api_test import api_test
from pettingzoo.test.seed_test import seed_test

import splendor_verify as sv
from splendor_verify import pettingzoo

GAMES = 1000


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("modules", [(), ("cities", "trading-posts")])
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_the_api_test_passes(seats: int, modules: tuple[str, ...]) -> None:
    env = pettingzoo.env(seats=seats, modules=modules)
    api_test(env, num_cycles=500)


def test_the_seed_decides_the_game() -> None:
    seed_test(lambda: pettingzoo.env(seats=3), num_cycles=300)
    env = pettingzoo.env()
    logs = []
    for seed in (1, None, 1, None, 2):
        env.reset(seed=seed)
        logs.append(json.dumps(env.unwrapped.log()))
    assert logs[:2] == logs[2:4] and len(set(logs)) == 3


def play(env: Any, seed: int) -> dict[str, float]:
    """Play a random game; return the sum of the rewards of each agent."""
    env.reset(seed=seed)
    dice = random.Random(seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            env.step(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return rewards


def test_random_games_are_legal() -> None:
    boxes: list[dict[str, Any]] = [
        {"seats": 2},
        {"seats": 3},
        {"seats": 4},
        {"seats": 2, "modules": ["cities", "trading-posts"]},
        {"seats": 4, "modules": ["cities"]},
    ]
    logs, truncated = [], 0
    for number in range(GAMES):
        box = boxes[number % len(boxes)]
        env = pettingzoo.env(**box)
        rewards = play(env, number)
        game = env.unwrapped.game
        truncated += not game.is_over
        winners = [env.possible_agents[seat] for seat in game.winners or ()]
        assert sum(rewards.values()) == pytest.approx(0)
        assert all((rewards[agent] > 0) == (agent in winners) for agent in rewards) or (
            len(winners) == box["seats"]
        )
        logs.append(json.dumps(env.unwrapped.log()))
    reports = sv.verify_many(logs)
    assert {report.verdict for report in reports} == {"legal"}
    assert sum(not report.complete for report in reports) == truncated < len(logs)


def test_a_pickled_environment_goes_on() -> None:
    env = pettingzoo.env()
    env.reset(seed=1)
    for _ in range(20):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    twin = pickle.loads(pickle.dumps(env))
    assert twin.unwrapped.log() == env.unwrapped.log()
    assert (twin.agent_selection, twin.rewards) == (env.agent_selection, env.rewards)


def test_a_long_game_is_truncated() -> None:
    env = pettingzoo.env(max_turns=9)
    rewards = play(env, 5)
    assert env.unwrapped.game.turns == 9
    assert set(rewards.values()) == {0.0}
    assert env.unwrapped.log()["end"] == {"reason": "abandoned", "plies": 9}
    for wrong in (0, -5):
        with pytest.raises(ValueError, match=f"{wrong} turns, needed at least one"):
            pettingzoo.env(max_turns=wrong)


def test_an_illegal_action_names_its_clause() -> None:
    env = pettingzoo.env()
    env.reset(seed=1)
    turns = env.unwrapped.game.legal_turns()
    mask = env.observe(env.agent_selection)["action_mask"]
    assert mask.sum() == len(turns) == 30
    with pytest.raises(sv.IllegalTurn, match="turn.pass"):
        env.step(213)
    # The other seat has no action.
    assert not env.observe("player_1")["action_mask"].any()
    with pytest.raises(ValueError, match="needs an action"):
        env.unwrapped.step(None)


def test_a_ruling_with_too_many_turns_is_rejected() -> None:
    with pytest.raises(ValueError, match="return=up-to a seat can keep so many tokens"):
        pettingzoo.env(rulings={"return": "up-to"})


@pytest.mark.parametrize("ruling", ["exact", "anything"])
def test_the_other_rulings_on_returns_are_played(ruling: str) -> None:
    env = pettingzoo.env(seats=3, rulings={"return": ruling}, max_turns=100)
    play(env, 0)
    unwrapped = env.unwrapped
    assert unwrapped.game.is_over or unwrapped.game.turns == 100


def test_modules_without_numbers_are_rejected() -> None:
    with pytest.raises(ValueError, match="Orient and Strongholds have no numbers"):
        pettingzoo.env(modules=["orient"])


def test_render_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "<Game after 0 turns, seat 0 to move>, prestige (0, 0)"
    env.close()
    assert pettingzoo.raw_env().render() is None


def test_the_rewards_of_ties() -> None:
    from splendor_verify._game import utilities

    assert utilities([1], 2) == [-1, 1]
    assert utilities([0, 1], 2) == [0, 0]
    assert utilities([2], 4) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])
    assert utilities([0, 2], 3) == pytest.approx([0.25, -0.5, 0.25])
    assert utilities([], 3) == [0, 0, 0]
