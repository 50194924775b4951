# SPDX-License-Identifier: MIT
"""Visits each page of the site in a headless Chromium, from the file system: no error of the console, nothing asked of a network, no missing picture,
no link that leads nowhere, legible on a phone, every command line with a button that copies it, and not too long."""

import glob
import os
import re
import sys
import unittest
import urllib.parse

from chromium import Chromium

SITE = os.environ["DCM_SITE"]
PAGES = sorted(os.path.relpath(path, SITE) for path in glob.glob(SITE + "/**/*.html", recursive=True))
# A list of all changes, and pages that Sphinx makes.
LONG = {"CHANGELOG.html", "genindex.html", "search.html"}
MOST_WORDS = 2500
PHONE, DESK = 390, 1280

# The laws in a page draw their plots after the page is loaded.
DRAWN = """!document.getElementById('living-laws') || new Promise(done => {
  const look = () => globalThis.dcmPage?.drawn ? done(true) : setTimeout(look, 5); look(); })"""
# The look of a page in the browser. Reference tables and blocks of code do not count as words; formulas have small indices.
LOOK = r"""(() => {
  const article = document.querySelector('article');
  const words = article.cloneNode(true);
  words.querySelectorAll('table, pre, .toctree-wrapper, script').forEach(one => one.remove());
  const visible = one => one.getClientRects().length > 0;
  const small = [...article.querySelectorAll('p, li, td, th, pre, code')].filter(visible)
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < 11).map(one => one.textContent.slice(0, 40));
  return {
    width: document.documentElement.scrollWidth,
    words: words.textContent.split(/\s+/).filter(word => word).length,
    missing: [...document.images].filter(one => !one.complete || !one.naturalWidth).map(one => one.src),
    nameless: [...document.images].filter(one => !one.alt.trim()).map(one => one.src),
    wide: [...article.querySelectorAll('img, canvas, p')].filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.table-wrapper, pre, .try-plots'))
      .map(one => one.src || one.textContent.slice(0, 40)),
    not_copied: [...article.querySelectorAll('pre')].filter(one => !one.parentNode.querySelector('button.copybtn, .try-copy > button')).map(one => one.textContent.slice(0, 40)),
    small,
  };
})()"""


def read(page):
    with open(os.path.join(SITE, page), encoding="utf-8") as file:
        return file.read()


class Pages(unittest.TestCase):

    def test_each_page(self):
        faults = []
        with Chromium() as browser:
            for page in PAGES:
                browser.size(PHONE)
                browser.open("file://" + os.path.join(SITE, page))
                browser.evaluate(DRAWN)
                seen = browser.evaluate(LOOK)
                browser.size(DESK)
                on_desk = browser.evaluate("document.documentElement.scrollWidth")
                faults += [f"{page}: {what}: {seen[what]}" for what in ("missing", "nameless", "wide", "not_copied", "small") if seen[what]]
                faults += [f"{page}: {complaint}" for complaint in browser.complaints()]
                faults += [f"{page}: {wide} px wide on a screen of {screen}" for wide, screen in ((seen["width"], PHONE), (on_desk, DESK)) if wide > screen]
                if seen["words"] > MOST_WORDS and page not in LONG:
                    faults.append(f"{page}: {seen['words']} words, more than {MOST_WORDS}: split the page")
        self.assertFalse(faults, "\n" + "\n".join(faults))

    def test_links_lead_somewhere(self):
        all_ids = {page: re.findall(r'\bid="([^"]+)"', re.sub(r"<svg.*?</svg>", "", read(page), flags=re.S)) for page in PAGES}
        ids = {page: set(found) for page, found in all_ids.items()}
        faults = [f"{page}: two elements are #{one}" for page in PAGES for one in ids[page] if all_ids[page].count(one) > 1]
        for page in PAGES:
            for link in re.findall(r'<(?:a|link|script|img)\b[^>]*?\b(?:href|src)="([^"]*)"', read(page)):
                path, _, part = link.partition("#")
                path = urllib.parse.unquote(path.partition("?")[0])
                if re.match(r"[a-z]+:", path):
                    continue
                aim = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                if not os.path.exists(os.path.join(SITE, aim)) or part and aim in ids and urllib.parse.unquote(part) not in ids[aim]:
                    faults.append(f"{page}: {link}")
        self.assertFalse(faults, "\n" + "\n".join(faults))

    def test_search(self):
        with Chromium() as browser:
            browser.size(DESK)
            browser.open(f"file://{SITE}/search.html?q=restitution")
            found = browser.evaluate("""new Promise(done => { const look = n => {
                const links = [...document.querySelectorAll('#search-results li a')].map(one => one.textContent);
                /finished/.test(document.querySelector('#search-results')?.textContent) || n > 100 ? done(links) : setTimeout(() => look(n + 1), 50); }; look(0); })""")
            self.assertGreater(len(found), 10)
            self.assertEqual(browser.complaints(), [])

    def test_dark(self):
        with Chromium() as browser:
            grounds = []
            for scheme in ("light", "dark"):
                browser.scheme(scheme)
                browser.open(f"file://{SITE}/index.html")
                grounds.append(browser.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"))
            self.assertGreater(min(grounds[0]), 200)
            self.assertLess(max(grounds[1]), 50)

    def test_navigation_has_all_pages(self):
        navigated = {os.path.normpath(link.partition("#")[0]) for link in re.findall(r'<a class="[^"]*reference internal" href="([^"]+)"', read("index.html"))}
        self.assertGreater(len(PAGES), 60)
        self.assertEqual([page for page in PAGES if page not in navigated | {"index.html", "search.html", "genindex.html"}], [])


if __name__ == "__main__":
    unittest.main(verbosity=2, argv=sys.argv)
