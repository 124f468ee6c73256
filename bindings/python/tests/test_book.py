"""The examples of the book and of the package give the printed output."""

from __future__ import annotations

import doctest
import importlib

import pytest
from conftest import ROOT

OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    parts = text.split(f"```{language}\n")[1:]
    return [part.split("```\n", 1)[0] for part in parts]


@pytest.mark.parametrize(("name", "least"), [("python", 20), ("arenas", 20)])
def test_a_page_in_the_book(name: str, least: int, capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / f"docs/src/{name}.md"
    examples = "\n".join(blocks(page.read_text(), "pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    assert len(test.examples) > least
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(test)
    assert result.failed == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "count"),
    [("splendor_verify", 3), ("splendor_verify.pettingzoo", 2), ("splendor_verify.openspiel", 3)],
)
def test_the_text_of_a_module(name: str, count: int) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=OPTIONS)
    assert (result.failed, result.attempted) == (0, count)
