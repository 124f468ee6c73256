"""Splendor as a PettingZoo environment; this module needs ``splendor-verify[pettingzoo]``.

>>> from splendor_verify import pettingzoo
>>> env = pettingzoo.env(seats=3)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from splendor_verify._game import CHOICE_COUNT, Game, checked_turn_limit, utilities

MAX_TURNS = 400
"""The turns after which a game is truncated, unless the caller names another number."""


def env(**options: Any) -> Any:
    """Return the environment with a check of the order of calls; the options are the same.

    It does not end a game at an illegal action, as other environments do: that action raises.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(**options))


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801
    """The environment without wrappers.

    An action is a choice of ``Game``; an agent acts until its turn is complete.  An action that the
    mask does not allow raises ``IllegalTurn`` with the clause, or ``ValueError``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "splendor_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        seats: int = 2,
        *,
        max_turns: int = MAX_TURNS,
        edition: str = "2024",
        modules: Iterable[str] = (),
        boxes: Iterable[str] = (),
        rulings: Mapping[str, str | int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Prepare the environment; ``reset`` deals a game.

        ``ValueError`` names a rule that is unknown or has no numbered choices.
        """
        if rulings is not None and rulings.get("return") == "up-to":
            raise ValueError(
                "with the ruling return=up-to a seat can keep so many tokens that there are "
                "too many turns to list"
            )
        rules: dict[str, Any] = {"edition": edition, "rulings": rulings}
        rules.update(modules=[*modules], boxes=[*boxes])
        super().__init__()  # type: ignore[no-untyped-call]
        self.render_mode = render_mode
        self.max_turns = checked_turn_limit(max_turns)
        self._rules = rules
        self._seats = seats
        self.game = Game(seats, **rules)
        self.game.choices()  # An error, if the choices of a module have no numbers.
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._np_random: np.random.Generator | None = None
        shape = (len(self.game.features(0)),)
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 127, shape, np.int8),
            "action_mask": spaces.Box(0, 1, (CHOICE_COUNT,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(CHOICE_COUNT) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; without a seed, the next game of the seed given before."""
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        deal = int(self._np_random.integers(2**63))
        self.game = Game(self._seats, seed=deal, **self._rules)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self.agents[self.game.to_move]

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Return what an agent sees, and the actions that are open to it."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": np.frombuffer(self.game.features(seat), np.int8).copy(),
            "action_mask": np.frombuffer(self.game.mask(seat), np.int8).copy(),
        }

    def step(self, action: int | None) -> None:
        """Make a choice of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that plays needs an action")
        self.game.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.is_over:
            rewards = utilities(self.game.winners or (), self._seats)
            self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.game.turns >= self.max_turns or not self.game.choices():
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.to_move]
        self._accumulate_rewards()

    def log(self) -> dict[str, Any]:
        """Return the log of the game so far."""
        return self.game.log()

    def render(self) -> str | None:
        """Return the scores and the seat to move as a line of text."""
        if self.render_mode is None:
            return None
        return f"{self.game!r}, prestige {self.game.scores}"

    def close(self) -> None:
        """Release nothing: the environment has no window."""
