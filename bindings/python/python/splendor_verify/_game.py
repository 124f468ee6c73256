"""A game in progress: whole turns, or numbered choices for learning agents."""

from __future__ import annotations

import copy
import json
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from splendor_verify import _native
from splendor_verify._tables import IllegalTurn, Position, Turn

CHOICE_COUNT: int = _native.choice_count()
"""How many numbers of choices there are."""


def rules_text(
    edition: str, modules: Iterable[str], boxes: Iterable[str], rulings: Mapping[str, str | int]
) -> str:
    """Return rules as the text of the ``rules`` of a log."""
    rules: dict[str, Any] = {"edition": edition, "modules": list(modules), "boxes": list(boxes)}
    return json.dumps({**rules, "rulings": dict(rulings)})


class Game:
    """A game in progress, dealt from a seed.

    A game is played in whole turns, with ``legal_turns`` and ``play``, or in choices, with
    ``choices`` and ``choose``: a turn is then a short list of numbers.  Both give the same games,
    and ``log`` returns the log of either.
    """

    __slots__ = ("_native",)

    _native: _native.Game

    def __init__(
        self,
        seats: int = 2,
        *,
        seed: int = 0,
        edition: str = "2024",
        modules: Iterable[str] = (),
        boxes: Iterable[str] = (),
        rulings: Mapping[str, str | int] | None = None,
    ) -> None:
        """Deal a game for 2, 3 or 4 seats; ``ValueError`` names the unknown rule."""
        if seats not in (2, 3, 4):
            raise ValueError(f"{seats} seats, needed 2, 3 or 4")
        rules = rules_text(edition, modules, boxes, rulings or {})
        self._native = _native.Game(rules, seats, checked_seed(seed), False)

    def clone(self) -> Game:
        """Return a copy that can be played on by itself."""
        game = Game.__new__(Game)
        game._native = copy.copy(self._native)
        return game

    def with_other_hidden_cards(self, seat: int, seed: int) -> Game:
        """Return the game with other cards in all places that a seat cannot see.

        These are the decks and the cards that rivals reserved from them.  The turns stay the same.
        The log has no game id, because no seed deals this game.

        If none of a hundred deals fits the turns, the game keeps its cards.
        """
        other = self.clone()
        _check(other._native.with_other_hidden_cards(self._seat(seat), checked_seed(seed)))
        return other

    @property
    def to_move(self) -> int:
        """The seat to move, from 0."""
        return self._native.to_move()

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self._native.turns()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._native.is_over()

    @property
    def scores(self) -> tuple[int, ...]:
        """The prestige of each seat."""
        return tuple(self._native.scores())

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that win, or ``None`` before the end."""
        winners = self._native.winners()
        return None if winners is None else tuple(winners)

    @property
    def position(self) -> Position:
        """The table before the turn in progress, with every card."""
        table: Position = json.loads(self._native.position())
        return table

    def log(self) -> dict[str, Any]:
        """Return the log of the game so far; an unfinished game counts as abandoned."""
        return dict[str, Any](json.loads(self._native.log()))

    def legal_turns(self) -> list[Turn]:
        """Return every legal turn.

        There is a turn for each card that can be kept of two, and it names both.  With the post
        that draws two cards, a caller thus sees the cards before it plays such a turn; ``choices``
        and ``features`` do not show them before the seat decides to draw.

        If a seat may keep more than three tokens above the limit, the list contains only the turn
        that keeps them all, and a ``UserWarning`` is issued.
        """
        listed, left_out = self._native.legal_turns()
        if left_out:
            warnings.warn("there are too many legal turns to list them all", stacklevel=2)
        turns: list[Turn] = json.loads(listed)
        return turns

    def play(self, turn: Turn | Mapping[str, Any]) -> None:
        """Play a turn; ``IllegalTurn`` names the first clause that it breaks."""
        _check(self._native.play(json.dumps(turn)))

    def choices(self) -> list[int]:
        """Return the open choices of the seat to move; none if the game has ended."""
        return self._native.choices()

    def choose(self, choice: int) -> None:
        """Make a choice, and those after it that have no alternative.

        The turn is played once no choice is left.  ``IllegalTurn`` names the first clause that a
        turn with this choice breaks; ``ValueError`` is raised for a choice that means nothing here.
        """
        if not 0 <= choice < CHOICE_COUNT:
            raise ValueError(f"there is no choice {choice}: they are 0 to {CHOICE_COUNT - 1}")
        _check(self._native.choose(choice))

    @property
    def choices_made(self) -> list[int]:
        """The choices made in the turn in progress."""
        return self._native.numbers_so_far()

    def mask(self, seat: int) -> bytes:
        """Return a byte for each choice: 1 if it is open to this seat, else 0."""
        return self._native.mask(self._seat(seat))

    def features(self, seat: int) -> bytes:
        """Return what a seat sees as small numbers; ``sections`` has their meaning."""
        return self._native.features(self._seat(seat))

    def sections(self) -> dict[str, slice]:
        """Return the place of each part of the features."""
        sections, start = {}, 0
        for name, length in self._native.sections():
            sections[name] = slice(start, start + length)
            start += length
        return sections

    __copy__ = clone

    def __deepcopy__(self, memo: object) -> Game:
        return self.clone()

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"seat {self.to_move} to move"
        return f"<Game after {self.turns} turns, {state}>"

    def _seat(self, seat: int) -> int:
        if not 0 <= seat < len(self.scores):
            raise ValueError(f"there is no seat {seat}: they are 0 to {len(self.scores) - 1}")
        return seat


def choice_in_words(choice: int) -> str:
    """Return a choice in words, like ``pay two rubies``; ``ValueError`` if there is none."""
    words = _native.choice_in_words(choice) if 0 <= choice < CHOICE_COUNT else None
    if words is None:
        raise ValueError(f"there is no choice {choice}: they are 0 to {CHOICE_COUNT - 1}")
    return words


def checked_seed(seed: int) -> int:
    """Return a seed; raise ``ValueError`` if it has no place in 64 bits."""
    if not 0 <= seed < 2**64:
        raise ValueError(f"the seed {seed} is not between 0 and 2**64 - 1")
    return seed


def checked_turn_limit(max_turns: int) -> int:
    """Return a limit of turns; raise ``ValueError`` if it allows none."""
    if max_turns < 1:
        raise ValueError(f"{max_turns} turns, needed at least one")
    return max_turns


def utilities(winners: Iterable[int], seats: int) -> list[float]:
    """Return the reward of each seat at the end; they add up to zero.

    A loser gets -1 divided by the number of rivals, and the winners share what the losers lose.
    """
    shared = set(winners)
    lost = len(shared) and 1 / (seats - 1)
    won = lost * (seats - len(shared)) / len(shared) if shared else 0.0
    return [won if seat in shared else -lost for seat in range(seats)]


def _check(violation: tuple[str, str] | None) -> None:
    if violation is not None:
        raise IllegalTurn(*violation)
