#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Operates a report in headless Chromium with the keyboard, and reports what a keyboard or screen reader cannot use.

    scripts/check-page.py PAGE.html [--screenshot FILE.png]

The script checks the accessibility tree (every focusable element has a role and a name), the order and visibility of
the focus, the keys of links, checkboxes and disclosures, table headers, heading levels, the contrast of all text in
light and dark (WCAG 2.2, 1.4.3), that a narrow window does not scroll sideways, and that nothing is loaded. It controls
Chromium over a pipe (--remote-debugging-pipe), so that no package is needed.

Exits with 1 if the page has a fault, and with 3 if Chromium does not start.
"""

import argparse
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Roles that do not describe the purpose of an element.
EMPTY_ROLES = {"generic", "none", "presentation", "GenericContainer", ""}
MOST_STOPS = 400

PROBE = r"""
(() => {
  const text = e => (e.getAttribute('aria-label') || e.innerText || e.id || e.tagName).trim().slice(0, 80);
  const faults = [];
  if (!document.documentElement.lang) faults.push('the page has no language');
  if (!document.title) faults.push('the page has no title');
  if (document.querySelectorAll('main').length !== 1) faults.push('expected one main');
  let last = 0;
  for (const h of document.querySelectorAll('h1,h2,h3,h4,h5,h6')) {
    const level = +h.tagName[1];
    if (level > last + 1) faults.push(`a heading of level ${level} follows one of level ${last}: ${text(h)}`);
    last = level;
  }
  for (const t of document.querySelectorAll('table')) {
    if (!t.querySelector('th')) faults.push(`a table without headers: ${text(t)}`);
    for (const h of t.querySelectorAll('th'))
      if (!['col', 'row', 'colgroup', 'rowgroup'].includes(h.scope)) faults.push(`a header without scope: ${text(h)}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  for (const id of new Set(ids.filter((id, n) => ids.indexOf(id) !== n))) faults.push(`two elements have the id ${id}`);
  for (const a of document.querySelectorAll('a[href^="#"]'))
    if (!document.getElementById(decodeURIComponent(a.hash.slice(1)))) faults.push(`a link leads nowhere: ${a.hash}`);
  for (const e of document.querySelectorAll('[aria-labelledby],[aria-describedby]'))
    for (const name of ['aria-labelledby', 'aria-describedby'])
      for (const id of (e.getAttribute(name) || '').split(' ').filter(Boolean))
        if (!document.getElementById(id)) faults.push(`${name} names what is not there: ${id}`);
  return faults;
})()
"""

CONTRAST = r"""
(() => {
  const parse = c => (c.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, n) => sum + v * [.2126, .7152, .0722][n], 0);
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)]; return (Math.max(x, y) + .05) / (Math.min(x, y) + .05); };
  const ground = e => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1) { if (c.length >= 3) return c; }
      else if (c[3] > 0) return null;
    }
    return [255, 255, 255];
  };
  const seen = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let count = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || !e.checkVisibility()) continue;
    count += 1;
    const style = getComputedStyle(e), size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700);
    const behind = ground(e);
    const found = behind ? ratio(parse(style.color), behind) : 0;
    if (found < (isLarge ? 3 : 4.5))
      seen[`${e.tagName.toLowerCase()}.${e.className}: ${found.toFixed(2)}, ${style.color} on ${behind}`] = node.data.trim().slice(0, 40);
  }
  return {count, low: Object.entries(seen).map(([what, where]) => `${what} (${where})`)};
})()
"""

# The focused element: its index among all elements, whether its focus is visible, and whether it is in the viewport.
FOCUS = r"""
(() => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const style = getComputedStyle(e), box = e.getBoundingClientRect();
  // The first line of a link that is on several.
  const line = e.getClientRects()[0] || box;
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const above = e.tagName === 'INPUT' ? e : document.elementFromPoint(
    Math.max(0, line.left) + 3, Math.min(innerHeight - 2, Math.max(0, line.top) + Math.min(line.height, 12) / 2));
  return {
    place: [...document.querySelectorAll('*')].indexOf(e), tag: e.tagName.toLowerCase(),
    text: (e.getAttribute('aria-label') || e.innerText || e.id || '').trim().slice(0, 60),
    visible: (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none',
    inside, covered: inside && above && !e.contains(above) && !above.contains(e),
  };
})()
"""

STOPS = r"""
[...document.querySelectorAll('a[href],input,summary,[tabindex="0"],button,select,textarea')]
  .filter(e => e.checkVisibility()).length
"""


class Browser:
    """A Chromium process with one page, controlled over a pipe."""

    def __init__(self, profile, *options):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not program:
            raise SystemExit(fail("chromium is not installed"))
        to_browser, from_browser = os.pipe(), os.pipe()

        def connect():
            # The browser reads from descriptor 3 and writes to descriptor 4.
            reading, writing = os.dup(to_browser[0]), os.dup(from_browser[1])
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             f"--user-data-dir={profile}", "--window-size=1200,900", *options, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=connect,
            close_fds=False)
        os.close(to_browser[0])
        os.close(from_browser[1])
        self.output, self.input = to_browser[1], os.fdopen(from_browser[0], "rb", buffering=0)
        self.pending = b""
        self.count = 0
        self.session = None
        self.events = []
        target = [t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"][0]
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]

    def read(self):
        """Returns the next message."""
        while b"\0" not in self.pending:
            more = self.input.read(1 << 16)
            if not more:
                raise SystemExit(fail("chromium has ended"))
            self.pending += more
        text, self.pending = self.pending.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        """Calls a method, and keeps the events that arrive before its answer."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = self.read()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def wait(self, name):
        """Waits for an event."""
        while not any(event["method"] == name for event in self.events):
            self.events.append(self.read())

    def evaluate(self, expression):
        """Returns the value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def press(self, key, code=None, modifiers=0):
        """Presses and releases a key, and waits until the page has handled it."""
        codes = {"Tab": 9, "Enter": 13, " ": 32, "Escape": 27}
        event = {"key": key, "code": code or key, "windowsVirtualKeyCode": codes[key], "modifiers": modifiers}
        text = {"Enter": "\r", " ": " "}.get(key)
        self.call("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)
        self.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))")

    def close(self):
        """Ends the browser and waits for it."""
        try:
            self.session = None
            self.call("Browser.close")
        except SystemExit:
            pass
        self.process.wait(30)


def fail(text):
    """Prints an error and returns its exit code."""
    print(text, file=sys.stderr)
    return 3


def names(browser):
    """Returns the number of focusable elements, and those without a role or a name."""
    count, faults = 0, []
    for node in browser.call("Accessibility.getFullAXTree")["nodes"]:
        properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        role = node.get("role", {}).get("value", "")
        if node.get("ignored") or not properties.get("focusable") or role == "RootWebArea":
            continue
        count += 1
        name = node.get("name", {}).get("value", "").strip()
        if role in EMPTY_ROLES or not name:
            faults.append(f"takes the focus without a {'name' if role not in EMPTY_ROLES else 'role'}: {role} {name}")
    return count, faults


def walk(browser):
    """Tabs through the page, and checks that the focus follows the document order and is visible at each stop."""
    faults, places = [], []
    stops = browser.evaluate(STOPS)
    for _ in range(min(stops, MOST_STOPS)):
        browser.press("Tab")
        focus = browser.evaluate(FOCUS)
        if focus is None:
            faults.append(f"the focus leaves the page behind {len(places)} of {stops} stops")
            break
        if places and focus["place"] <= places[-1]:
            faults.append(f"the focus goes back to {focus['tag']} {focus['text']}")
            break
        places.append(focus["place"])
        where = f"{focus['tag']} {focus['text']}"
        if not focus["visible"]:
            faults.append(f"the focus cannot be seen on {where}")
        if not focus["inside"]:
            faults.append(f"the focus is out of sight on {where}")
        if focus["covered"]:
            faults.append(f"the focus is covered on {where}")
    if len(places) > 1:
        browser.press("Tab", modifiers=8)
        focus = browser.evaluate(FOCUS)
        if focus is None or focus["place"] != places[-2]:
            faults.append("Shift+Tab does not lead back")
    return len(places), faults


def keys(browser):
    """Checks that links, checkboxes and disclosures can be operated with the keyboard."""
    faults = []

    def expect(condition, words):
        if not browser.evaluate(condition):
            faults.append(words)

    def focus(selector):
        return browser.evaluate(f"(e => {{ if (e) e.focus(); return !!e; }})(document.querySelector({selector!r}))")

    if focus("a.skip"):
        browser.press("Enter")
        expect("location.hash === document.querySelector('a.skip').hash", "Enter does not follow the first link")
        browser.press("Tab")
        expect("(t => t && t.contains(document.activeElement))(document.querySelector(location.hash))",
               "behind the first link the focus is not where it leads")
    if focus("td a"):
        browser.press("Enter")
        expect("document.querySelector(':target')?.checkVisibility() && "
               "(b => b.top < innerHeight && b.bottom > 0)(document.querySelector(':target').getBoundingClientRect())",
               "a cell's link does not show its finding")
        browser.evaluate("location.hash = ''")
    if focus(".filter input"):
        hidden = "[...document.querySelectorAll('.finding')].filter(e => !e.checkVisibility()).length"
        browser.press(" ", "Space")
        expect(f"{hidden} > 0", "a box that is cleared hides nothing")
        browser.press(" ", "Space")
        expect(f"{hidden} === 0", "a box that is set again does not show what it hid")
    if focus("details.finding > summary"):
        browser.press("Enter")
        expect("!document.activeElement.parentElement.open", "Enter does not close a finding")
        browser.press(" ", "Space")
        expect("document.activeElement.parentElement.open", "Space does not open a finding")
    browser.press("Escape")
    expect("document.activeElement !== document.body || !document.querySelector('summary')", "Escape loses the focus")
    return faults


def check(browser, page, screenshot):
    """Runs all checks of a page, and returns the faults and the counts."""
    faults = []
    for domain in ("Page", "Network", "Runtime", "Log", "Accessibility"):
        browser.call(f"{domain}.enable")
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    browser.call("Page.navigate", url=page)
    browser.wait("Page.loadEventFired")
    faults += browser.evaluate(PROBE)
    controls, wrong = names(browser)
    faults += wrong
    stops, wrong = walk(browser)
    faults += wrong + keys(browser)
    texts = 0
    for scheme in ("light", "dark"):
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        contrast = browser.evaluate(CONTRAST)
        texts = contrast["count"]
        faults += [f"low contrast in {scheme}: {each}" for each in contrast["low"]]
    # 320 pixels are the width of a 1280-pixel window at a zoom of 400 % (WCAG 2.2, 1.4.10).
    browser.call("Emulation.setDeviceMetricsOverride", width=320, height=700, deviceScaleFactor=1, mobile=False)
    wide = browser.evaluate("document.documentElement.scrollWidth")
    if wide > 320:
        faults.append(f"a window of 320 pixels shows a page of {wide}")
    browser.call("Emulation.clearDeviceMetricsOverride")
    for event in browser.events:
        if event["method"] == "Network.requestWillBeSent" and event["params"]["request"]["url"].split("#")[0] != page:
            faults.append(f"loads {event['params']['request']['url'][:200]}")
        if event["method"] == "Log.entryAdded":
            faults.append(f"the browser says {event['params']['entry']['text'][:200]}")
    if screenshot:
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        browser.evaluate("scrollTo(0, 0)")
        image = browser.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(screenshot).write_bytes(base64.b64decode(image))
    return faults, f"{controls} controls, {stops} stops of the focus, {texts} texts in two schemes"


def main():
    """Parses the options and prints the faults."""
    options = argparse.ArgumentParser(description="Checks a report in Chromium.")
    options.add_argument("page")
    options.add_argument("--screenshot")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            faults, counted = check(browser, pathlib.Path(given.page).resolve().as_uri(), given.screenshot)
        finally:
            browser.close()
    faults = list(dict.fromkeys(faults))
    for fault in faults[:50]:
        print(fault)
    print(f"{counted}: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
