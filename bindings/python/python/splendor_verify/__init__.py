"""Judges logged games of Splendor, clause by clause.

>>> import splendor_verify
>>> report = splendor_verify.verify(b'{"format": "splendor-log/1"}')
>>> report.verdict, report.clause, report.message
('malformed', 'format.shape', 'a log needs the field `rules`')

A log is ``bytes`` or ``str``; a file is an ``os.PathLike``, like ``pathlib.Path``.
"""

from splendor_verify import _native
from splendor_verify._arrow import table_schema, verify_table
from splendor_verify._catalogue import (
    Clause,
    Client,
    Deviation,
    RulingInfo,
    clients,
    rules,
    rulings,
)
from splendor_verify._convert import Conversion, ConvertError, convert, to_kifu
from splendor_verify._diagnose import diagnose, edited, view
from splendor_verify._game import CHOICE_COUNT, Game, choice_in_words
from splendor_verify._native import Defect
from splendor_verify._report import (
    AppliedRuling,
    Finding,
    InferredFact,
    InputFile,
    MissingFact,
    Related,
    Report,
    Source,
    Tool,
)
from splendor_verify._tables import (
    IllegalTurn,
    Position,
    Score,
    Turn,
    legal_turns,
    play,
    position,
    score,
    why,
    witness,
)
from splendor_verify._verify import Log, Rules, verify, verify_file, verify_many
from splendor_verify.formats import Severity, Verdict

__all__ = [
    "CHOICE_COUNT",
    "AppliedRuling",
    "Clause",
    "Client",
    "Conversion",
    "ConvertError",
    "Defect",
    "Deviation",
    "Finding",
    "Game",
    "IllegalTurn",
    "InferredFact",
    "InputFile",
    "Log",
    "MissingFact",
    "Position",
    "Related",
    "Report",
    "Rules",
    "RulingInfo",
    "Score",
    "Severity",
    "Source",
    "Tool",
    "Turn",
    "Verdict",
    "choice_in_words",
    "clients",
    "convert",
    "diagnose",
    "edited",
    "legal_turns",
    "play",
    "position",
    "rules",
    "rulings",
    "score",
    "table_schema",
    "to_kifu",
    "verify",
    "verify_file",
    "verify_many",
    "verify_table",
    "view",
    "why",
    "witness",
    "__version__",
]

__version__: str = _native.version()
