# SPDX-License-Identifier: Apache-2.0
"""The tables of Fixtures/mutants/README.md, from the results and from what was found about each survivor."""

import glob
import json
import os
import re

COLUMNS = ("killed by the suite", "killed by tests", "timed out", "survived")
MEANINGS = ("hole", "speed", "equivalent")


def key(row):
    """What identifies a mutant while lines move."""
    return f"{row['file']}: {row['text']}: {row['kind']}: {row['before']} -> {row['after']}"


def results(folder):
    for path in sorted(glob.glob(os.path.join(folder, "seed-*.json"))):
        with open(path, encoding="utf-8") as file:
            yield re.sub(r"\D", "", os.path.basename(path)), json.load(file)


def killed(folder):
    """The keys of the mutants that the suite kills."""
    return {key(row) for _, rows in results(folder) for row in rows if row["result"] == "killed by the suite"}


def survivors(folder):
    path = os.path.join(folder, "survivors.json")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def table(rows, group, known):
    lines = [f"| {group} | mutants | " + " | ".join(COLUMNS) + " | " + " | ".join(MEANINGS) + " |",
             "| --- |" + " --- |" * (1 + len(COLUMNS) + len(MEANINGS))]
    names = sorted({row[group] for row in rows})
    for name in [*names, "all"]:
        own = [row for row in rows if name in (row[group], "all")]
        counts = [sum(row["result"] == column for row in own) for column in COLUMNS]
        means = [sum(row["result"] == "survived" and known.get(key(row), {}).get("meaning") == meaning for row in own)
                 for meaning in MEANINGS]
        lines.append(f"| {name} | {len(own)} | " + " | ".join(map(str, counts + means)) + " |")
    return "\n".join(lines)


def rate(rows, known):
    """The share of the mutants that change behaviour which the suite kills, and which anything kills."""
    live = [row for row in rows if row["result"] != "survived" or known.get(key(row), {}).get("meaning", "hole") == "hole"]
    by_suite = sum(row["result"] in ("killed by the suite", "timed out") for row in live)
    by_any = sum(row["result"] != "survived" for row in live)
    return len(live), by_suite, by_any


def write(folder):
    known = survivors(folder)
    parts = []
    for seed, rows in results(folder):
        for row in rows:
            row["module"] = row["file"].split("/")[1]
        live, by_suite, by_any = rate(rows, known)
        parts.append(f"## Seed {seed}\n\n{len(rows)} mutants, of which {live} change behaviour. The suite kills {by_suite} "
                     f"({100 * by_suite / max(1, live):.1f} %), the suite or a test {by_any} "
                     f"({100 * by_any / max(1, live):.1f} %).\n\n"
                     + table(rows, "module", known) + "\n\n" + table(rows, "kind", known) + "\n")
        unknown = [row for row in rows if row["result"] == "survived" and key(row) not in known]
        if unknown:
            print(f"seed {seed}: {len(unknown)} survivors are not explained in survivors.json")
            for row in unknown:
                print(f"  {row['file']}:{row['line']} {row['kind']}: {row['before']} -> {row['after']}")
    path = os.path.join(folder, "README.md")
    start = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            start = file.read().split("## Seed ", 1)[0]
    with open(path, "w", encoding="utf-8") as file:
        file.write(start + "\n".join(parts))
    return 0
