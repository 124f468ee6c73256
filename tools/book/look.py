"""Checks the built book: pages, links and the search.

    tools/book/look.py docs/book

Links that leave the book must lead to a file of the repository.  Links to other sites are not
checked, because the script uses no network.
"""

import html.parser
import json
import pathlib
import re
import sys
import unittest
from xml.etree import ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOOK = pathlib.Path(sys.argv.pop(1)).resolve()
SOURCE = ROOT / "docs" / "src"

# Written by `bindings/web/build`; without it, the page reports that it has no verifier.
OPTIONAL = {BOOK / "check" / "verifier.js"}


# The heading of a clause.
CLAUSE = re.compile(r"^### ([a-z]+\.[a-z-]+)$", re.MULTILINE)
# The clauses of Orient and Strongholds have no examples yet, and so no drawings.
PAGES = [SOURCE / "rules" / f"{name}.md" for name in ("orient", "stronghold")]
LISTED = {clause for page in PAGES for clause in CLAUSE.findall(page.read_text(encoding="utf-8"))}


class Page(html.parser.HTMLParser):
    """Collects the links and the ids of a page."""

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.targets = []
        self.ids = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "use":
                self.targets.append(value)
            elif name == "id":
                self.ids.append(value)


def pages():
    """Returns all pages of the book, by path."""
    return {path: Page(path) for path in sorted(BOOK.rglob("*.html"))}


def chapters():
    """Returns the pages that the summary lists."""
    summary = (SOURCE / "SUMMARY.md").read_text(encoding="utf-8")
    return re.findall(r"\]\(([a-z/-]+)\.md\)", summary)


def clauses():
    """Returns the clause ids among the headings of the rule pages."""
    for path in sorted((SOURCE / "rules").glob("*.md")):
        yield from CLAUSE.findall(path.read_text(encoding="utf-8"))


class Book(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = pages()

    def test_every_chapter_is_a_page(self):
        self.assertGreater(len(chapters()), 40)
        for chapter in chapters():
            self.assertIn(BOOK / f"{chapter}.html", self.pages)

    def test_every_link_leads_somewhere(self):
        broken = [
            f"{page.path.relative_to(BOOK)}: {target}"
            for page in self.pages.values()
            for target in page.targets
            if not self.leads(page, target)
        ]
        self.assertEqual(broken, [])

    def leads(self, page, target):
        if re.match(r"[a-z]+:", target):
            return target.startswith("https:")
        path, _, anchor = target.partition("#")
        to = (page.path.parent / path).resolve() if path else page.path
        if to in OPTIONAL:
            return True
        if not to.is_relative_to(ROOT) or not to.exists():
            return False
        return not anchor or to not in self.pages or anchor in self.pages[to].ids

    def test_every_clause_is_drawn(self):
        drawn = set()
        for path in sorted((BOOK / "rules").glob("*.html")):
            section = None
            text = path.read_text(encoding="utf-8")
            for found in re.finditer(r'<h3 id="[^"]*"><a [^>]*>([^<]*)</a>|<figure ', text):
                section = found[1] or section
                if not found[1]:
                    drawn.add(section)
        self.assertEqual(set(clauses()) - drawn - LISTED, set())

    def test_every_drawing_is_well_formed(self):
        count = 0
        for path in self.pages:
            text = path.read_text(encoding="utf-8")
            for drawing in re.findall(r"<figure .*?</figure>", text, re.DOTALL):
                figure = ElementTree.fromstring(drawing)
                self.assertTrue("".join(figure.find("figcaption").itertext()).strip())
                for part in figure.iter("svg"):
                    self.assertEqual(part.get("role"), "img")
                    self.assertTrue(part.get("aria-label"))
                count += 1
        self.assertGreater(count, 200)

    def test_no_place_has_two_names_alike(self):
        # The print page repeats all other pages.
        for page in self.pages.values():
            if page.path.name != "print.html":
                twice = {name for name in page.ids if page.ids.count(name) > 1}
                self.assertEqual(twice, set(), page.path)

    def test_every_clause_is_found_by_the_search(self):
        (index,) = BOOK.glob("searchindex-*.js")
        text = index.read_text(encoding="utf-8")
        encoded = re.search(r"JSON\.parse\('(.*)'\)\);?\s*$", text, re.DOTALL)[1]
        found = json.loads(encoded.replace("\\'", "'").replace("\\\\", "\\"))
        documents = found["index"]["documentStore"]["docs"].values()
        titles = {document["title"] for document in documents}
        ids = set(clauses())
        self.assertGreater(len(ids), 60)
        self.assertEqual(ids - titles, set())
        anchors = "\n".join(found["doc_urls"])
        for clause in ids:
            self.assertIn(f"#{clause.replace('.', '')}\n", anchors + "\n")


if __name__ == "__main__":
    unittest.main()
