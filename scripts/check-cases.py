#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the cases of the suite say and show what they are for.

    scripts/check-cases.py            prints three lists, and exits with 1 if one has an entry
    scripts/check-cases.py --counts   prints only how many entries each list has

1. Sides: a MUST about bytes, which is one that a case of an operation on bytes cites, has a case that is accepted and
   one that is refused or reports a deviation. `oneSided` of Fixtures/ledger.json has the reason where there is no other
   side. A reason that is no longer needed is an error.
2. Limits: each limit in a table of Spec/ has a case that it allows and one that it refuses, with the same limit or with
   one less; each default has a case with exactly that number in its title, and one with one more; and each number of a
   configuration has cases at and beyond the ends of its range. `limits` of the ledger has the exceptions.
3. Titles: a title is unique, has at least four words and a verb, and agrees with its case: the mode that it names, the
   error codes in brackets, and whether it says that the input is rejected.
"""

import collections
import glob
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Operations on something other than bytes: events, schemas, requests as such, and the registry.
WITHOUT_BYTES = {"session.run", "schema.check", "content.describe"}
FAMILIES = {"content.md": ("content.",), "framing.md": ("chat.", "frame."), "rmtp.md": ("rmtp.",)}
CONFIGURATIONS = ("session.md", "rmtp-session.md", "chatroom.md")
# What a writer answers if a limit of a reader is exceeded.
WRITTEN = ["encode.size", "encode.batchLimit"]
VERBS = set("""
    is are was has have does do may can cannot must needs need rejects reject accepts accept decodes decode reads
    read keeps keep reports report writes write skips skip returns return stays stay counts count applies apply
    turns ends end begins gets get follows follow takes becomes remains joins join answers sends send closes starts
    ignores drops drop costs yields makes passes wins changes requires names means contains contain describes calls
    continues continue waits wait resets splits asks shows uses leaves replaces adds matches fits fit belongs stops
    moves opens receives stores removes restarts forgets acknowledges delivers stands covers fills depends equals
    checks succeeds lasts outlives rewrite unescapes lists prefer expires exceed exceeds inflate inflates divides
    share completes frees detects allows reproduces fails fail pulls deletes advances advance sets serves identifies
    happen publishes combines repeats kicks connects reconnects fires fire causes hides precede selects shorten
    shortens move differs
    """.split())


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def cases():
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "Fixtures/cases/**/*.json"), recursive=True)):
        found += json.loads(read(path))["cases"]
    return found


def requirements():
    """Returns the level of each requirement."""
    pattern = re.compile(r"^\*\*([A-Z]+-\d{3})\*\* \((MUST|SHOULD|MAY)", re.M)
    return {found[1]: found[2] for path in glob.glob(os.path.join(ROOT, "Spec/*.md")) for found in
            pattern.finditer(read(path))}


def outcomes(value):
    """Returns every object within an expectation."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from outcomes(inner)


def is_accepted(case):
    def accepts(outcome):
        if "items" in outcome:
            items = outcome["items"]
            return not items or bool(outcome.get("open")) or any("error" not in item for item in items)
        return "error" not in outcome
    # A request is asked first as it is, which must be answered, and then with wrong values, which must be skipped.
    return case["op"] == "request" or any(accepts(outcome) for outcome in case["expect"])


def codes(case):
    """Returns the error codes of the expectations."""
    found = set()
    for outcome in outcomes(case["expect"]):
        for name in ("error", "contentError", "code"):
            value = outcome.get(name)
            found.update([value] if isinstance(value, str) else [])
    return found


def is_refused(case):
    return case["op"] == "request" or any(
        outcome.get("error") or outcome.get("contentError") or outcome.get("deviations")
        for outcome in outcomes(case["expect"]))


def sides(all_cases, ledger):
    levels, accepted, refused = requirements(), set(), set()
    for case in all_cases:
        if case["op"] in WITHOUT_BYTES:
            continue
        accepted.update(case["requirements"] if is_accepted(case) else [])
        refused.update(case["requirements"] if is_refused(case) else [])
    musts = {id for id in accepted | refused if levels[id] == "MUST"}
    found = []
    for id in sorted(musts):
        missing = [name for name, ids in (("accepted", accepted), ("refused", refused)) if id not in ids]
        if missing and id not in ledger:
            found.append(f"{id}: no case is {missing[0]}")
    for id in sorted(ledger):
        if id not in musts or id in accepted & refused:
            found.append(f"{id}: the ledger has a reason that is not needed")
    return len(musts), found


def has_pair(limited, name, errors):
    """Returns whether cases show a limit from both sides, or one that allows an input and one less that does not."""
    good, bad = set(), set()
    for case in limited:
        key = (case["op"], case["input"]["limits"][name])
        if codes(case) & errors:
            bad.add(key)
        if is_accepted(case):
            good.add(key)
    return any(key in bad or (key[0], key[1] - 1) in bad for key in good)


def limits(all_cases, exceptions):
    count, found, row = 0, [], re.compile(r"^\| `(\w+)` \| (\d+) \| [^|]+ \| ([^|]+) \|", re.M)
    for page, operations in FAMILIES.items():
        mine = [case for case in all_cases if case["op"].startswith(operations)]
        for name, default, errors in row.findall(read(f"Spec/{page}")):
            count += 1
            errors = set(re.findall(r"`([a-z]+\.[A-Za-z]+)`", errors) + WRITTEN)
            limited = [case for case in mine if name in case["input"].get("limits", {})]
            if not has_pair(limited, name, errors):
                found.append(f"{page} {name}: no two cases show a limit that is set and one more")
            if f"{page} {name}" in exceptions:
                continue
            free = [case for case in mine if name not in case["input"].get("limits", {})]
            for number, isRefused in ((int(default), False), (int(default) + 1, True)):
                titled = [case for case in free if re.search(rf"\b{number}(th)?\b", case["title"])]
                if not any(bool(codes(case) & errors) == isRefused or is_accepted(case) for case in titled):
                    found.append(f"{page} {name}: no case with the default and {number}")
    row = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \| [^|]+ \| (?:up to \d+ of )?(\d+) to (\d+) \|", re.M)
    runs = [case for case in all_cases if case["op"] == "session.run"]
    for page in CONFIGURATIONS:
        for names, low, high in row.findall(read(f"Spec/{page}")):
            for name in re.findall(r"\w+", names):
                count += 1
                for number in (int(low) - 1, int(low), int(high), int(high) + 1):
                    refused = not int(low) <= number <= int(high)
                    if not any((case["input"].get("config") or {}).get(name) in (number, [number])
                               and ("session.config" in codes(case)) == refused for case in runs):
                        found.append(f"{page} {name}: no case with {number}")
    return count, found


def titles(all_cases):
    found = []
    for title, count in collections.Counter(case["title"] for case in all_cases).items():
        if count > 1:
            found.append(f"{count} cases have the title {title}")
    for case in all_cases:
        title, mode = case["title"], case["input"].get("mode")
        words = [word.strip(".,:;()\"'").lower() for word in title.split()]
        wrong = []
        if len(words) < 4:
            wrong.append("has fewer than four words")
        if not VERBS & set(words):
            wrong.append("has no verb")
        if title.endswith(".") or re.match(r"(Strict|Lenient) mode:", title):
            wrong.append("is a label or ends with a full stop")
        if re.search(r"\b(correctly|properly|as expected|works|various)\b", title):
            wrong.append("is generic")
        for group in re.findall(r"\(((?:[a-z]+\.[a-zA-Z0-9]+(?:, )?)+)\)", title):
            if not set(group.split(", ")) <= codes(case):
                wrong.append("names an error that is not expected")
        named = re.match(r"(Both modes|Strict mode|Lenient mode) ", title)
        allowed = {"Both modes": ["both"], "Strict mode": ["strict"], "Lenient mode": ["lenient", None]}
        if named and mode not in allowed[named[1]]:
            wrong.append("names another mode than its input")
        if re.match(r"(Both modes|Strict mode|Lenient mode|The encoder|Conversion) rejects? ", title):
            if not is_refused(case):
                wrong.append("says rejected, and no error is expected")
        if re.match(r"(Both modes|Strict mode|Lenient mode|The encoder) (accepts?|decodes?|reads?|writes?) ", title):
            if "error" in case["expect"][0]:
                wrong.append("says accepted, and an error is expected")
        found += [f"{case['id']}: the title {reason}: {title}" for reason in wrong]
    return found


def main():
    ledger, all_cases = json.loads(read("Fixtures/ledger.json")), cases()
    musts, one_sided = sides(all_cases, ledger.get("oneSided", {}))
    numbers, open_limits = limits(all_cases, ledger.get("limits", {}))
    wrong_titles = titles(all_cases)
    for name, of, found in (("MUSTs about bytes with one side and no reason", musts, one_sided),
                            ("Limits without a case at and beyond them", numbers, open_limits),
                            ("Titles that say nothing or something else", len(all_cases), wrong_titles)):
        print(f"{name}: {len(found)} of {of}")
        if "--counts" not in sys.argv:
            for line in found:
                print(f"  {line}")
    sys.exit(1 if one_sided or open_limits or wrong_titles else 0)


if __name__ == "__main__":
    main()
