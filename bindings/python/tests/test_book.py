"""The examples of the book and of the package give the printed output."""

from __future__ import annotations

import doctest

import pytest
from conftest import ROOT

import splendor_verify

OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    parts = text.split(f"```{language}\n")[1:]
    return [part.split("```\n", 1)[0] for part in parts]


def test_the_page_in_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / "docs/src/python.md"
    examples = "\n".join(blocks(page.read_text(), "pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, page.name, str(page), 0)
    assert len(test.examples) > 20
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(test)
    assert result.failed == 0, capsys.readouterr().out


def test_the_text_of_the_package() -> None:
    result = doctest.testmod(splendor_verify, optionflags=OPTIONS)
    assert (result.failed, result.attempted) == (0, 3)
