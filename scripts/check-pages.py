#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks pages with axe in Chromium, and operates them with the keyboard; scripts/test-pages calls it.

    scripts/check-pages.py [--live SERVER] [--screenshots FOLDER] NAME=PAGE.html …

Each page is opened in light and dark, 400 and 1,280 pixels wide. It must have no finding of axe, and must not scroll
sideways. In each width, and once in each scheme, Tab must reach its first 150 controls in order, with a visible focus.
With --live, the status page of that
imwire-live is opened while clients chat, and its filters, its pause and the reader's place are checked as well.

Exits with 1 if a page has a fault.
"""

import argparse
import asyncio
import importlib.util
import pathlib
import shutil
import sys
import tempfile
import threading

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Examples/clients/python"))
from rongcloud import messages  # noqa: E402
from rongcloud.session import Session  # noqa: E402

# Shows 500 messages at once, and returns by how much a row in the middle moves, or null if it is gone.
BURST = """async () => {
    const state = await (await fetch('/state.json?since=0')).json();
    state.units = Array.from({ length: 500 }, (_, index) => ({ ...state.units.at(-1), number: last + 1 + index }));
    const row = document.querySelectorAll('#units > details')[20];
    row.scrollIntoView({ block: 'center' });
    const before = row.getBoundingClientRect().top;
    show(state);
    return row.isConnected ? row.getBoundingClientRect().top - before : null;
}"""


def load(name):
    """Returns a script of this folder as a module."""
    spec = importlib.util.spec_from_file_location(name.replace("-", "_"), HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


report, origin = load("check-page"), load("check-origin")
WIDTHS, SCHEMES = (400, 1280), ("light", "dark")
# The order of the focus depends on the width, and whether it is visible on the scheme.
WALKS = {(400, "light"), (1280, "dark")}
# A browser stops at each of these with Tab; a list of search results has none until something is typed.
MOST_STOPS = 150


class Traffic(threading.Thread):
    """Clients of both protocols that chat with a server until they are stopped."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.ended, self.sent, self.error = server, threading.Event(), 0, None

    def run(self):
        try:
            asyncio.run(self.talk())
        except Exception as error:  # reported by the checks
            self.error = error

    async def talk(self):
        host = f"{origin.HOST}:{self.server.web}"
        ann, bob = [await Session.open(host, self.server.key, name) for name in ("ann", "bob")]
        while not self.ended.is_set():
            await ann.send(messages.PRIVATE, "bob", messages.text(f"number {self.sent}"))
            await bob.send(messages.GROUP, "g1", messages.text("for all of the group " * 5))
            if self.sent % 10 == 0:
                await asyncio.to_thread(self.chat)
            self.sent += 1
            await asyncio.sleep(0.15)
        await ann.close()
        await bob.close()

    def chat(self):
        origin.chat(self.server.chat, origin.login("mia"), origin.text("mia", "noa", "a line"))

    def stop(self):
        self.ended.set()
        self.join(20)


def walk(page):
    """Tabs through the page, and returns the number of stops and the faults of the focus."""
    faults, places = [], []
    stops = page.evaluate(report.STOPS)
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    page.keyboard.press("Home")
    for _ in range(min(stops, MOST_STOPS)):
        page.keyboard.press("Tab")
        focus = page.evaluate(report.FOCUS)
        if focus is None:
            return len(places), faults + [f"the focus leaves the page behind {len(places)} of {stops} stops"]
        where = f"{focus['tag']} {focus['text']}"
        if places and focus["place"] <= places[-1]:
            return len(places), faults + [f"the focus goes back to {where}"]
        places.append(focus["place"])
        for state, words in (("visible", "cannot be seen"), ("inside", "is out of sight")):
            if not focus[state]:
                faults.append(f"the focus {words} on {where}")
        if focus["covered"]:
            faults.append(f"the focus is covered on {where}")
    return len(places), faults


def inspect(page, axe, width, walks):
    """Returns the faults of the page as it is shown, and the number of stops of the focus if it walks through them."""
    faults = []
    for finding in axe.run(page)["violations"]:
        nodes = ", ".join(str(node["target"]) for node in finding["nodes"][:3])
        faults.append(f"axe: {finding['id']}: {finding['help']}: {nodes} ({len(finding['nodes'])} elements)")
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        faults.append(f"a window of {width} pixels shows a page of {wide}")
    stops, wrong = walk(page) if walks else (0, [])
    return faults + wrong, stops


def live(page, server):
    """Operates the status page while messages arrive, and returns its faults."""
    faults = []

    def expect(condition, words, argument=None):
        if not page.evaluate(condition, argument):
            faults.append(words)

    def choose(name, value):
        page.focus(f"#{name}")
        page.select_option(f"#{name}", value)

    shown = "[...document.querySelectorAll('#units > details')].filter(e => e.checkVisibility())"
    page.wait_for_function(f"{shown}.length > 40", timeout=30_000)

    # The keyboard alone pauses, filters and opens.
    page.focus("#pause")
    page.keyboard.press("Space")
    expect("document.querySelector('#pause').ariaPressed === 'true'", "Space does not pause")
    page.wait_for_timeout(1_300)
    before = page.locator("#units > details").count()
    page.wait_for_timeout(2_500)
    if page.locator("#units > details").count() != before:
        faults.append("messages arrive while the page is paused")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect("document.activeElement.id === 'user' && document.activeElement.value !== ''", "a key chooses no user")
    choose("user", "ann")
    expect(f"{shown}.length > 0 && {shown}.every(e => e.textContent.includes(' ann '))", "the filter of users is wrong")
    choose("user", "")
    number = page.evaluate("[...document.querySelector('#connection').options].at(-1).value")
    choose("connection", number)
    expect(f"(n => {shown}.length > 0 && {shown}.every(e => e.querySelector('.who').textContent.split(' ')[0] === n))",
           "the filter of connections is wrong", number)
    choose("connection", "")
    for name, words in (("ann and bob", "number"), ("group g1", "for all"), ("mia and noa", "text from mia")):
        choose("conversation", name)
        expect(f"(w => {shown}.length > 0 && {shown}.every(e => e.textContent.includes(w)))",
               f"the conversation {name} is not followed alone", words)
    choose("conversation", "group g1")
    page.focus("#units > details:not([hidden]) > summary")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    expect("document.querySelector('#units > [open] > pre')?.textContent.length > 100", "Enter opens no message")
    page.keyboard.press("Enter")
    choose("conversation", "")

    # The row that is read stays where it is, if it is in the middle or open at the top.
    page.focus("#pause")
    page.keyboard.press("Space")
    page.evaluate("document.activeElement.blur()")
    for words, prepare in (
        ("in the middle", "document.querySelectorAll('#units > details')[20].scrollIntoView({ block: 'center' })"),
        ("open at the top", "(scrollTo(0, 0), document.querySelector('#units > details').open = true)"),
    ):
        page.evaluate(prepare)
        row = page.evaluate_handle(
            "[...document.querySelectorAll('#units > details')].find(e => e.open || e.getBoundingClientRect().top > 200)")
        before = page.evaluate("e => [e.getBoundingClientRect().top, document.querySelector('#units').children.length]", row)
        page.wait_for_function("n => document.querySelector('#units').children.length > n + 5", arg=before[1], timeout=30_000)
        after = page.evaluate("e => e.getBoundingClientRect().top", row)
        if abs(after - before[0]) > 1:
            faults.append(f"a row {words} moves by {after - before[0]:.0f} pixels while messages arrive")
        page.evaluate("e => { e.open = false; }", row)
    # For others the newest stays in sight.
    page.evaluate("scrollTo(0, 0)")
    newest = page.evaluate_handle("document.querySelector('#units').firstChild")
    page.wait_for_function("e => document.querySelector('#units').firstChild !== e", arg=newest, timeout=30_000)
    expect("scrollY === 0", "a page at its top moves while messages arrive")
    # A row stays even if more messages arrive at once than the page keeps.
    moved = page.evaluate(BURST)
    if moved is None or abs(moved) > 1:
        faults.append(f"a row moves by {moved} pixels while 500 messages arrive at once")
    return faults


def main():
    options = argparse.ArgumentParser(description="Checks pages with axe and the keyboard.")
    options.add_argument("pages", nargs="*", metavar="NAME=PAGE")
    options.add_argument("--live")
    options.add_argument("--screenshots", type=pathlib.Path)
    given = options.parse_args()
    if given.screenshots:
        given.screenshots.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    pages = [tuple(page.split("=", 1)) for page in given.pages]
    pages = [(name, pathlib.Path(path).resolve().as_uri()) for name, path in pages]
    total, axe = 0, Axe()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        server = traffic = None
        if given.live:
            server = origin.Server(given.live, folder, "--group", "g1=ann,bob,cid")
            traffic = Traffic(server)
            traffic.start()
            pages.insert(0, ("serve", f"http://{origin.HOST}:{server.web}/"))
        try:
            for name, address in pages:
                for width in WIDTHS:
                    for scheme in SCHEMES:
                        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
                        page.goto(address)
                        faults = []
                        if name == "serve":
                            faults += live(page, server)
                            # Messages that arrive while a key is pressed would move the places that are compared.
                            page.click("#pause")
                            page.evaluate("document.querySelector('#units > details:nth-child(3)').open = true")
                        if given.screenshots:
                            page.evaluate("scrollTo(0, 0)")
                            page.screenshot(path=given.screenshots / f"{name}-{width}-{scheme}.png")
                        wrong, stops = inspect(page, axe, width, (width, scheme) in WALKS)
                        faults += wrong
                        for fault in faults:
                            print(f"{name}, {width} pixels, {scheme}: {fault}")
                        print(f"{name}, {width} pixels, {scheme}: {stops} stops of the focus, {len(faults)} faults")
                        total += len(faults)
                        page.close()
            if traffic and traffic.error:
                raise traffic.error
        finally:
            if traffic:
                traffic.stop()
                server.stop()
        browser.close()
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
