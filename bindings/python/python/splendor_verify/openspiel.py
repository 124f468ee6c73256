"""Splendor as a game of OpenSpiel; this module needs ``splendor-verify[openspiel]``.

>>> import pyspiel
>>> import splendor_verify.openspiel
>>> game = pyspiel.load_game("python_splendor(players=3)")
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from splendor_verify import _native
from splendor_verify._game import (
    CHOICE_COUNT,
    checked_turn_limit,
    choice_in_words,
    rules_text,
    utilities,
)
from splendor_verify._tables import IllegalTurn

MAX_TURNS = 400
"""The turns after which a game ends without a winner, unless a parameter names another number."""

MOST_CHOICES = 12
"""No turn of the published rules has more choices, apart from those without an alternative."""

_GAME_TYPE = pyspiel.GameType(
    short_name="python_splendor",
    long_name="Splendor",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": 2,
        "edition": 2024,
        "modules": "",
        "max_turns": MAX_TURNS,
    },
)


class SplendorGame(pyspiel.Game):  # type: ignore[misc]
    """The game, with its parameters.

    ``modules`` contains names with ``+`` between them, like ``cities+trading-posts``.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Read the parameters; ``ValueError`` names the unknown rule."""
        given = {**_GAME_TYPE.parameter_specification, **(params or {})}
        self.seats = int(given["players"])
        self.max_turns = checked_turn_limit(int(given["max_turns"]))
        modules = [name for name in str(given["modules"]).split("+") if name]
        self.rules = rules_text(str(given["edition"]), modules, (), {})
        # The parameters are checked here, not at the first state.
        _native.Game(self.rules, self.seats, 0, True)
        info = pyspiel.GameInfo(
            num_distinct_actions=CHOICE_COUNT,
            max_chance_outcomes=_native.reveal_count(),
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_turns * MOST_CHOICES,
        )
        super().__init__(_GAME_TYPE, info, params or {})

    def new_initial_state(self) -> SplendorState:
        """Return the game before its setup, which chance reveals."""
        return SplendorState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SplendorObserver:
        """Return an observer; it sees the table as one seat does, without earlier turns."""
        if params:
            raise ValueError("the observer has no parameters")
        return SplendorObserver(self)


class SplendorState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: SplendorGame) -> None:
        """Begin before the setup; only ``new_initial_state`` calls this."""
        super().__init__(game)
        self.native = _native.Game(game.rules, game.seats, 0, True)
        self._seats = game.seats
        self._max_turns = game.max_turns

    def log(self) -> dict[str, Any]:
        """Return the log of the game so far; ``ValueError`` if its setup is not complete.

        The log contains the revealed components, and no decks: chance decided no order of them.
        """
        return dict[str, Any](json.loads(self.native.log()))

    def current_player(self) -> int:
        """Return the seat to move, or the id of chance or of the end."""
        if self.native.awaits_reveal():
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.native.to_move())

    def is_terminal(self) -> bool:
        """Return whether the game has ended or reached its last turn."""
        if self.native.awaits_reveal():
            return False
        ended = self.native.is_over() or self.native.turns() >= self._max_turns
        return bool(ended or not self.native.has_choices())

    def _legal_actions(self, player: int) -> list[int]:
        return self.native.choices()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the components that can be revealed; all are equally probable."""
        numbers = self.native.possible_reveals()
        return [(number, 1 / len(numbers)) for number in numbers]

    def _apply_action(self, action: int) -> None:
        play = self.native.reveal if self.native.awaits_reveal() else self.native.choose
        violation = play(action)
        if violation is not None:
            raise IllegalTurn(*violation)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return _native.reveal_in_words(action) or str(action)
        return choice_in_words(action)

    def returns(self) -> list[float]:
        """Return the reward of each seat: zeros before the end, and for an unfinished game."""
        return utilities(self.native.winners() or (), self._seats)

    def __str__(self) -> str:
        made = ", ".join(choice_in_words(choice) for choice in self.native.numbers_so_far())
        return self.native.position() + (f" after {made}" if made else "")


class SplendorObserver:
    """The observation of one seat; see ``Game.features``."""

    def __init__(self, game: SplendorGame) -> None:
        """Prepare the tensor and its parts."""
        sections = _native.Game(game.rules, game.seats, 0, True).sections()
        self.tensor: NDArray[np.float32] = np.zeros(sum(size for _, size in sections), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, size in sections:
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: SplendorState, player: int) -> None:
        """Write what a seat sees into the tensor."""
        self.tensor[:] = np.frombuffer(state.native.features(player), np.uint8)

    def string_from(self, state: SplendorState, player: int) -> str:
        """Return what a seat sees as text: the parts that are not zero."""
        self.set_from(state, player)
        parts = {name: part.astype(int) for name, part in self.dict.items()}
        return " ".join(
            f"{name}={','.join(map(str, part))}" for name, part in parts.items() if part.any()
        )


pyspiel.register_game(_GAME_TYPE, SplendorGame)
