"""Checks JUnit reports with lxml and junitparser.

    python junit.py SCHEMA REPORTS FILE...

REPORTS are the JSON reports on the same logs; the first FILE covers all of them.
"""

import json
import sys
from collections import Counter

from junitparser import JUnitXml
from lxml import etree


def validate(schema, name):
    tree = etree.parse(name)
    schema.assertValid(tree)
    suites = JUnitXml.fromfile(name)
    totals = [(suite.tests, suite.failures, suite.errors) for suite in suites]
    for suite in suites:
        suite.update_statistics()
    counted = [(suite.tests, suite.failures, suite.errors) for suite in suites]
    assert totals == counted, f"{name}: the counts of a suite are wrong"
    return [sum(column) for column in zip(*counted)]


def must_be_refused(schema, name):
    with open(name, encoding="utf-8") as file:
        text = file.read()
    for wrong in (text.replace("<testcase ", "<test ", 1), text[: len(text) // 2]):
        try:
            schema.assertValid(etree.fromstring(wrong.encode()))
        except (etree.DocumentInvalid, etree.XMLSyntaxError):
            continue
        raise AssertionError("a wrong file is accepted")


def main(schema, reports, names):
    schema = etree.XMLSchema(etree.parse(schema))
    with open(reports, encoding="utf-8") as lines:
        verdicts = Counter(json.loads(line)["verdict"] for line in lines)
    sums = [validate(schema, name) for name in names]
    unjudged = sum(verdicts[one] for one in ("undecided", "malformed", "unsupported"))
    # The missing file adds one case with an error.
    due = [sum(verdicts.values()) + 1, verdicts["illegal"], unjudged + 1]
    assert sums[0] == due, f"{sums[0]} cases, failures and errors, expected {due}"
    assert sums[1] == [1, 0, 0], sums[1]
    must_be_refused(schema, names[0])
    print(f"{len(names)} files; {due[0]} cases, {due[1]} failures, {due[2]} errors")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
