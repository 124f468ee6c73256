"""The JSON of reports, of ``why`` and of ``diagnose``, as types.

The classes are written from the JSON Schemas of the formats.  Absent fields are not ``None``.
"""

from __future__ import annotations

import sys
from typing import Any, Literal, TypeAlias

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict

ReportFormat: TypeAlias = Literal["splendor-report/1"]
"""The name and version of the report format."""

Verdict: TypeAlias = Literal[
    "legal",
    "consistent",
    "illegal",
    "undecided",
    "malformed",
    "unsupported",
]
"""A verdict:
- ``legal``: The game breaks no clause, whatever the omitted facts were.
- ``consistent``: A legal completion was found, but other values of the omitted facts may be
  illegal.
- ``illegal``: The game breaks a clause, whatever the omitted facts were.
- ``undecided``: The search for the omitted facts stopped at a limit before it found a legal
  completion or excluded every completion.
- ``malformed``: The input is not a file of this format.
- ``unsupported``: The log uses unknown rules or has a foreign turn.
"""

Ruling: TypeAlias = str | int
"""The value of a ruling: a word or a small number."""

RulingOrigin: TypeAlias = Literal["default", "log", "override"]
"""An origin of a ruling:
- ``default``: The default value.
- ``log``: The log names the value.
- ``override``: The caller chose the value, over that of the log.
"""

Severity: TypeAlias = Literal["error", "warning", "note"]
"""A severity:
- ``error``: The finding decides the verdict.
- ``warning``: The finding does not decide the verdict, but is probably a mistake.
- ``note``: The finding is information only.
"""

Fact: TypeAlias = str | int
"""A fact: a word or a number."""

FactName: TypeAlias = Literal[
    "market",
    "nobles",
    "cities",
    "pay",
    "gem",
    "return",
    "noble",
    "post",
    "from",
    "card",
    "under",
    "refill",
    "copy",
]
"""A fact of a log:
- ``market``: The face-up cards before the first turn.
- ``nobles``: The nobles on the table before the first turn.
- ``cities``: The cities on the table.
- ``pay``: The tokens paid for a card.
- ``gem``: The gem gained through a trading post.
- ``return``: The tokens returned.
- ``noble``: The noble that visits.
- ``post``: The trading post taken.
- ``from``: The place from which a card is purchased: the market or the hand.
- ``card``: The card reserved from a deck, or another hidden card.
- ``under``: The card put under a deck.
- ``refill``: The card that refills the market.
- ``copy``: The color that a card copies.
"""

Digest: TypeAlias = str
"""The digest of a position: 16 hexadecimal digits in lower case."""

WhyFormat: TypeAlias = Literal["splendor-why/1"]
"""The name and version of the why format."""

WhyStanding: TypeAlias = Literal["met"] | Literal["not-met"] | Literal["not-known"]
"""Whether a condition is met."""

DiagnosisFormat: TypeAlias = Literal["splendor-diagnosis/1"]
"""The name and version of the format of diagnoses."""

CauseKind: TypeAlias = Literal[
    "claim-after-wrong",
    "gold-not-noted",
    "supply-of-seats",
    "claims-after-shifted",
    "claim-plies-wrong",
    "claim-end-wrong",
    "result-wrong",
    "claims-of-end-wrong",
    "claims-after-foreign",
    "component-wrong",
    "setup-card-wrong",
    "setup-level-wrong",
    "setup-card-twice",
    "setup-card-left-out",
    "setup-card-extra",
    "setup-tile-wrong",
    "setup-tile-extra",
    "setup-tile-left-out",
    "turns-behind-the-end",
    "turn-twice",
    "action-extra",
    "turns-swapped",
    "seats-shifted",
    "players-rotated",
    "player-extra",
    "player-missing",
    "module",
    "box",
    "edition",
    "ruling",
    "client",
    "noble-late",
    "noble-early",
    "post-late",
    "post-early",
    "noble-left-out",
    "noble-added",
    "noble-wrong",
    "setup-noble-wrong",
    "post-left-out",
    "post-wrong",
    "gem-wrong",
    "cards-paid-wrong",
    "copy-wrong",
    "free-card-wrong",
    "stronghold-wrong",
    "conquest-wrong",
    "return-left-out",
    "return-wrong",
    "deck-order",
    "deck-reversed",
    "refills-moved",
    "refill-order",
    "refill-wrong",
    "market-wrong",
    "place-wrong",
    "payment-wrong",
    "take-wrong",
    "card-wrong",
    "actions-swapped",
    "seat-wrong",
    "turn-missing",
    "turn-extra",
    "turn-wrong",
    "turns-foreign",
]
"""A kind of cause:
- ``claim-after-wrong``: A claim about the table after a turn is wrong.
- ``gold-not-noted``: The claimed tokens leave out the gold of a reservation.
- ``supply-of-seats``: The claimed supply is that of another number of seats.
- ``claims-after-shifted``: The claims after a turn are those of another turn.
- ``claim-plies-wrong``: The claimed number of turns is wrong.
- ``claim-end-wrong``: The claimed end of the game is wrong.
- ``result-wrong``: The recorded result is wrong.
- ``claims-of-end-wrong``: Several claims about the end and the result are wrong.
- ``claims-after-foreign``: The client counts the table after each turn by another rule.
- ``component-wrong``: The id of a component is misspelled.
- ``setup-card-wrong``: The setup names the wrong card.
- ``setup-level-wrong``: The setup lists a card under the wrong level.
- ``setup-card-twice``: The setup names a card twice.
- ``setup-card-left-out``: The setup leaves out a card.
- ``setup-card-extra``: The setup has a card too many.
- ``setup-tile-wrong``: The setup names the wrong noble or city.
- ``setup-tile-extra``: The setup has a noble or a city too many.
- ``setup-tile-left-out``: The setup leaves out a noble or a city.
- ``turns-behind-the-end``: The log goes on after the end of the game.
- ``turn-twice``: A turn is recorded twice.
- ``action-extra``: A turn has an action too many.
- ``turns-swapped``: Two turns are in the wrong order.
- ``seats-shifted``: The seats of the turns count from another seat.
- ``players-rotated``: The players are listed from another seat.
- ``player-extra``: The log has a player too many.
- ``player-missing``: The log leaves out a player.
- ``module``: The log names the wrong modules.
- ``box``: The log names the wrong boxes.
- ``edition``: The log names the wrong edition.
- ``ruling``: The game was played by another ruling.
- ``client``: The game was played by the rulings of a known client.
- ``noble-late``: A noble is recorded too late.
- ``noble-early``: A noble is recorded too early.
- ``post-late``: A trading post is recorded too late.
- ``post-early``: A trading post is recorded too early.
- ``noble-left-out``: A turn leaves out a noble.
- ``noble-added``: A turn has a noble that did not visit.
- ``noble-wrong``: A turn names the wrong noble.
- ``setup-noble-wrong``: The setup names the wrong noble.
- ``post-left-out``: A turn leaves out a trading post.
- ``post-wrong``: A turn names the wrong trading posts.
- ``gem-wrong``: A turn names the wrong gem of a trading post.
- ``cards-paid-wrong``: A purchase is paid with the wrong cards.
- ``copy-wrong``: A turn copies the wrong color.
- ``free-card-wrong``: A turn takes the wrong free card, leaves one out, or has one too many.
- ``stronghold-wrong``: A turn has the wrong step with a stronghold, leaves it out, or has one too
  many.
- ``conquest-wrong``: A turn has the wrong conquest, leaves it out, or has one too many.
- ``return-left-out``: A turn leaves out returned tokens.
- ``return-wrong``: A turn names the wrong returned tokens.
- ``deck-order``: Two cards of a deck are swapped.
- ``deck-reversed``: A deck is listed with its last card first.
- ``refills-moved``: The refills are recorded one turn too late or too early.
- ``refill-order``: Two refills are swapped.
- ``refill-wrong``: A turn names the wrong refill.
- ``market-wrong``: The setup names the wrong face-up card.
- ``place-wrong``: A purchase names the wrong place of the card.
- ``payment-wrong``: A purchase names the wrong payment.
- ``take-wrong``: A turn names the wrong tokens.
- ``card-wrong``: A turn names the wrong card.
- ``actions-swapped``: The actions of two turns are swapped.
- ``seat-wrong``: A turn names the wrong seat.
- ``turn-missing``: The log leaves out a turn.
- ``turn-extra``: The log has a turn too many.
- ``turn-wrong``: A turn is wrong as a whole.
- ``turns-foreign``: The log has turns that are not part of the game.
"""

DiagnosisStanding: TypeAlias = Literal["proven", "helps"]
"""A standing:
- ``proven``: The edited log is legal or consistent.
- ``helps``: The first finding of the edited log comes later.
"""

PatchOp: TypeAlias = Literal["add", "remove", "replace"]
"""An operation:
- ``add``: Adds a value; in a list, before the entry at this index.
- ``remove``: Removes a value.
- ``replace``: Replaces a value.
"""

Json: TypeAlias = Any
"""Any JSON value."""

Facts: TypeAlias = dict[str, Fact]
"""Facts by name."""


class ReportDict(TypedDict):
    """The result of judging one log."""

    format: ReportFormat
    """The name and version of this format."""

    tool: ToolDict
    """The program that wrote the report."""

    input: InputFileDict
    """The input that holds the log."""

    source: NotRequired[SourceDict]
    """The origin that the log names."""

    verdict: Verdict
    """The verdict."""

    complete: bool
    """Whether the game reached its end."""

    departures: NotRequired[list[AppliedRulingDict]]
    """The rulings in effect that differ from the published rules, in a fixed order."""

    rulings: list[AppliedRulingDict]
    """The rulings in effect, in a fixed order."""

    findings: list[FindingDict]
    """The findings, in the order of the log."""

    missing: list[MissingFactDict]
    """Facts that the log omits and that could not be inferred. If the verdict is legal, every
    possible value is legal. If the verdict is undecided, the last one is the fact at which the
    search stopped."""

    inferred: list[InferredFactDict]
    """Facts that the log omits and that were inferred."""

    unchecked: list[str]
    """JSON pointers to the parts of the log that nothing was checked against."""

    scores: NotRequired[list[int]]
    """The prestige of each seat where the replay stopped."""

    winners: NotRequired[list[int]]
    """The seats that win, if the game has ended."""

    plies: int
    """The number of turns in the log."""

    judged: int
    """The number of turns that were judged."""

    digest: NotRequired[Digest]
    """The digest of the position after the last judged turn."""


class ToolDict(TypedDict):
    """The program that wrote a report."""

    name: str
    """The name of the program."""

    version: str
    """The version of the program."""


class InputFileDict(TypedDict):
    """The input that holds a log."""

    name: str
    """The name as given, like ``games/8841.json``."""

    game: int
    """The number of the game in the input, from 1."""

    line: int
    """The line on which the game begins, from 1."""


class SourceDict(TypedDict):
    """The origin of a log."""

    client: NotRequired[str]
    """The name of the client, like ``example``."""

    client_version: NotRequired[str]
    """The client's version, like ``2.1``."""

    game: NotRequired[str]
    """The client's own id of the game, like ``8841``."""

    played_at: NotRequired[str]
    """The time of the game, preferably as in RFC 3339, like ``2026-03-01T19:30:00Z``; not checked.
    """


class AppliedRulingDict(TypedDict):
    """A ruling in effect."""

    name: str
    """The name of the ruling."""

    value: Ruling
    """The value in effect."""

    origin: RulingOrigin
    """The origin of the value."""


class FindingDict(TypedDict):
    """A finding: a broken clause and its place in the log."""

    clause: str
    """The id of the clause, like ``take.pair-needs-four``, or another id of a report."""

    contradicts: NotRequired[str]
    """The id of the clause that a false claim of the log contradicts."""

    severity: Severity
    """The weight of the finding."""

    turn: NotRequired[int]
    """The turn, from 1."""

    round: NotRequired[int]
    """The round, from 1."""

    seat: NotRequired[int]
    """The seat that acts."""

    pointer: NotRequired[str]
    """The JSON pointer of the place, in which turns count from 0."""

    line: NotRequired[int]
    """The line of the place in the input, from 1."""

    column: NotRequired[int]
    """The column of the place in characters, from 1."""

    facts: Facts
    """The facts that prove the finding, by name."""

    message: str
    """The violation, in one line."""

    needed: NotRequired[str]
    """The requirement, in a few words."""

    sentence: str
    """The sentence of the clause."""

    help: NotRequired[str]
    """Legal alternatives, or the next step."""

    url: str
    """The page that explains the clause."""

    after_illegal: bool
    """Whether an earlier turn was already illegal, so that this may be a consequence."""

    after_guess: bool
    """Whether an earlier turn had to be guessed, so that this proves nothing."""

    tables: NotRequired[int]
    """The number of tables that the log allows at this place, if several. Each of them breaks a
    clause; this finding describes one."""

    related: NotRequired[RelatedDict]
    """Another place that explains it."""


class RelatedDict(TypedDict):
    """Another place that explains a finding."""

    pointer: str
    """The JSON pointer of the place."""

    line: NotRequired[int]
    """The line of the place in the input, from 1."""

    column: NotRequired[int]
    """The column of the place in characters, from 1."""

    message: str
    """The event at that place, in one line."""


class MissingFactDict(TypedDict):
    """A fact that the log omits and that could not be inferred. If the verdict is legal, every
    possible value is legal."""

    fact: FactName
    """The omitted fact."""

    turn: NotRequired[int]
    """The turn, from 1; absent for a fact of the setup."""

    pointer: NotRequired[str]
    """The JSON pointer of the place where the log could record it."""

    message: str
    """The reason why the fact matters, in one line."""


class InferredFactDict(TypedDict):
    """A fact that the log omits and that was inferred, because only one value is possible."""

    fact: FactName
    """The inferred fact."""

    turn: NotRequired[int]
    """The turn, from 1."""

    pointer: NotRequired[str]
    """The JSON pointer of the place where the log could record it."""

    value: Fact
    """The value."""


class WhyDict(TypedDict):
    """Whether a turn would have been legal at a place in a log, with the reasons."""

    format: WhyFormat
    """The name and version of this format."""

    tool: ToolDict
    """The program that wrote it."""

    input: InputFileDict
    """The input that holds the log."""

    turn: int
    """The number of the turn of the log that this turn replaces, from 1. After a position, the
    number of turns that the position counts, and one more."""

    round: NotRequired[int]
    """The round, from 1; absent if the replay stopped before this turn."""

    seat: NotRequired[int]
    """The seat that acts; absent if the replay stopped before this turn."""

    words: NotRequired[str]
    """The turn as text."""

    verdict: Verdict
    """The verdict on the turn: ``consistent`` if it depends on facts that the log omits,
    ``undecided`` if the search for them stopped before the turn. It is ``illegal`` too if the log
    declares other rules than the required ones."""

    departures: NotRequired[list[AppliedRulingDict]]
    """The rulings in effect that differ from the published rules, in a fixed order."""

    note: NotRequired[str]
    """A remark on the log before the turn, for example that it is illegal."""

    findings: list[FindingDict]
    """Every clause that the turn breaks, in the order of the clauses; the first one decides the
    verdict. Pointers, lines and columns are places in the turn, and in ``related`` places in the
    log. If the log declares other rules than the required ones, findings without a turn come first,
    with places in the log."""

    missing: list[MissingFactDict]
    """Facts that the log or the turn omits and that could not be inferred."""

    inferred: list[InferredFactDict]
    """Facts that the turn omits and that were inferred."""

    answer: NotRequired[str]
    """The verdict in a sentence, with its reasons; absent if no condition was checked."""

    conditions: list[ConditionDict]
    """The conditions that the rules set for a turn of this kind, in the order of the clauses; empty
    if the turn could not be judged."""

    changes: list[ChangeDict]
    """For a turn that breaks no clause, the changes that it makes; empty if the log allows several
    tables."""

    end: NotRequired[list[ConditionDict]]
    """What decides whether the game has ended with this turn, and who wins: after a turn that
    breaks no clause, if the end is triggered or a city is near; empty otherwise."""


class ConditionDict(TypedDict):
    """A condition that the rules set for a turn or for the end: a clause, and whether it is met."""

    clause: str
    """The id of the clause."""

    standing: WhyStanding
    """Whether the condition is met."""

    fact: str
    """The numbers or cards that decide it, in words."""


ChangeDict = TypedDict(
    "ChangeDict",
    {
        "what": "str",
        "seat": "NotRequired[int]",
        "from": "Fact",
        "to": "Fact",
    },
)
"""A change that a turn makes."""


class DiagnosisDict(TypedDict):
    """Possible causes of an illegal log, each with an edit that undoes it."""

    format: DiagnosisFormat
    """The name and version of this format."""

    tool: ToolDict
    """The program that wrote it."""

    input: InputFileDict
    """The input that holds the log."""

    verdict: Verdict
    """The verdict on the log without edits."""

    rulings: NotRequired[list[AppliedRulingDict]]
    """The rulings that override those of the log, for the log and for every edited log."""

    departures: NotRequired[list[AppliedRulingDict]]
    """The rulings in effect for the log without edits that differ from the published rules."""

    first: NotRequired[FindingDict]
    """The first finding in the log."""

    tried: int
    """The number of edited logs that were judged."""

    limit: int
    """The greatest number of edited logs to judge."""

    untried: int
    """The number of edits that were not tried because of that limit."""

    causes: list[CauseDict]
    """The causes, the likeliest first: all proven causes come before those that only help."""


class CauseDict(TypedDict):
    """A possible cause of an illegal log, and the edit that undoes it."""

    kind: CauseKind
    """The kind of cause."""

    standing: DiagnosisStanding
    """The evidence for the cause."""

    verdict: Verdict
    """The verdict on the edited log."""

    turn: NotRequired[int]
    """The edited turn, from 1; absent if the edit changes no turn."""

    message: str
    """The cause as text."""

    reaches: int
    """The number of turns of the edited log before its first finding."""

    then: NotRequired[str]
    """The first clause that the edited log breaks, if it breaks one."""

    edit: list[PatchStepDict]
    """The edit, as a JSON Patch (RFC 6902)."""


class PatchStepDict(TypedDict):
    """A step of an edit, which is an operation of a JSON Patch."""

    op: PatchOp
    """The operation."""

    path: str
    """The JSON pointer of the place, in which turns count from 0."""

    value: NotRequired[Json]
    """The new value; absent with ``remove``."""
