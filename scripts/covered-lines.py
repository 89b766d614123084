#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints which lines of the codecs' hand-written files are executed, from what `llvm-cov export` writes.

    covered-lines.py FILE     used by scripts/coverage

A line counts as executed if any part of it is. It is listed if any part is not, such as the right side of `??`, with
the reason in Fixtures/coverage.json, by file and by the text of the line. Exits with 1 if less than 97 % of the lines
are executed, a listed line has no reason, or a reason is that of a line that is executed or does not exist.
"""

import collections
import json
import os
import sys

REASONS = "Fixtures/coverage.json"
ENOUGH = 0.97


def unexecuted(segments):
    """The numbers of the lines with a part that is not executed.

    A segment is [line, column, count, has count, is region entry, is gap], and extends to the next segment.
    """
    lines = set()
    for (first, _, count, counted, _, gap), (last, column, *_) in zip(segments, segments[1:]):
        if counted and count == 0 and not gap:
            # A part that ends before the first character of a line is not on that line.
            lines.update(range(first, last + (column > 1)))
    return sorted(lines)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        files = json.load(file)["data"][0]["files"]
    with open(REASONS, encoding="utf-8") as file:
        reasons = json.load(file)
    totals = collections.defaultdict(lambda: [0, 0])
    rows, listed, unexplained, used = [], [], [], set()
    for file in files:
        path, lines = os.path.relpath(file["filename"]), file["summary"]["lines"]
        if not lines["count"] or path.endswith(".generated.swift"):
            continue
        rows.append((lines["covered"] / lines["count"], path, lines["covered"], lines["count"]))
        for name in (path.split("/")[1], "together"):
            totals[name][0] += lines["covered"]
            totals[name][1] += lines["count"]
        with open(path, encoding="utf-8") as source:
            texts = source.read().split("\n")
        for line in unexecuted(file["segments"]):
            text = texts[line - 1].strip()
            reason = reasons.get(path, {}).get(text)
            used.add((path, text))
            if reason:
                listed.append(f"  {path}:{line}: {text}\n      {reason}")
            elif text.strip("{}()[], "):
                unexplained.append(f"  {path}:{line}: {text}")
    for share, path, covered, count in sorted(rows):
        print(f"{share:7.1%} {covered:6} of {count:6}  {path}")
    print("\nNot executed:", *listed, sep="\n")
    surplus = [f"  {path}: {text}" for path, own in reasons.items() for text in own if (path, text) not in used]
    if unexplained:
        print(f"\nNot executed, without a reason in {REASONS}:", *unexplained, sep="\n")
    if surplus:
        print(f"\nExecuted, or no longer there, with a reason in {REASONS}:", *surplus, sep="\n")
    print()
    for name, (covered, count) in sorted(totals.items()):
        print(f"{name}: {covered / count:.2%} of {count} lines")
    covered, count = totals["together"]
    return 1 if covered < ENOUGH * count or unexplained or surplus else 0


sys.exit(main())
