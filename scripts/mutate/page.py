# SPDX-License-Identifier: Apache-2.0
"""The tables of Fixtures/mutants/README.md, from the results and from what was found about the other mutants."""

import glob
import json
import os
import re

RESULTS = ("killed by the suite", "timed out", "killed by tests", "survived")
MEANINGS = ("hole", "free", "interface", "speed", "equivalent")
# A mutant that these results or meanings have changes what a testee answers.
BY_SUITE = ("killed by the suite", "timed out")


def key(row):
    """What identifies a mutant while lines move; its number distinguishes it from others of the same line."""
    return f"{row['file']}: {row['text']}: {row['kind']}: {row['before']} -> {row['after']}"


def results(folder):
    """The seeds with their rows, which `module` names the module of."""
    for path in sorted(glob.glob(os.path.join(folder, "seed-*.json"))):
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)
        for row in rows:
            row["module"] = row["file"].split("/")[1]
        yield re.sub(r"\D", "", os.path.basename(path)), rows


def killed(folder):
    """The cases that fail with the mutants that the suite kills, by the keys of the mutants."""
    return {key(row): row["by"] for _, rows in results(folder) for row in rows
            if row["result"] == "killed by the suite"}


def table(rows, group):
    lines = [f"| {group} | mutants | " + " | ".join(RESULTS + MEANINGS) + " |",
             "| --- |" + " --- |" * (1 + len(RESULTS) + len(MEANINGS))]
    for name in [*sorted({row[group] for row in rows}), "all"]:
        own = [row for row in rows if name in (row[group], "all")]
        counts = [sum(row["result"] == result for row in own) for result in RESULTS]
        means = [sum(row.get("meaning") == meaning for row in own) for meaning in MEANINGS]
        lines.append(f"| {name} | {len(own)} | " + " | ".join(map(str, counts + means)) + " |")
    return "\n".join(lines)


def share(part, whole):
    return f"{part} of {whole} ({100 * part / max(1, whole):.1f} %)"


def summary(seed, rows):
    by_suite = sum(row["result"] in BY_SUITE for row in rows)
    holes = [row for row in rows if row.get("meaning") == "hole"]
    hidden = [row for row in rows if row.get("meaning") in ("free", "interface")]
    first = by_suite - sum("added" in row and row["result"] in BY_SUITE for row in rows)
    unread = sum("meaning" not in row and row["result"] not in BY_SUITE for row in rows)
    caught = sum(row["result"] == "killed by tests" for row in hidden)
    text = (f"## Seed {seed}\n\nThe suite kills {share(by_suite, by_suite + len(holes))} of those that change what a "
            f"testee has to answer, and the tests {share(caught, len(hidden))} of those that change only what a "
            f"testee may choose or never shows. Before any case was added for this seed, the suite killed "
            f"{share(first, by_suite + len(holes))}.")
    return text + (f" {unread} mutants that the suite does not kill are not explained yet." if unread else "") + "\n"


def listing(rows):
    """The mutants that the suite does not kill, by meaning."""
    lines = ["| mutant | change | killed by | meaning | why |", "| --- | --- | --- | --- | --- |"]
    rows = [row for row in rows if "meaning" in row]
    for row in sorted(rows, key=lambda row: (MEANINGS.index(row["meaning"]), key(row))):
        place = row["file"].removeprefix("Sources/")
        change = f"`{row['before']}` → `{row['after']}`" if row["after"] else f"without `{row['before']}`"
        change = change.replace("|", "\\|")
        by = row["by"].replace("|", "\\|") if row["result"] == "killed by tests" else ""
        lines.append(f"| {place}:{row['line']} | {change} | {by} | {row['meaning']} | {row['why']} |")
    return "\n".join(lines)


def write(folder):
    path = os.path.join(folder, "explained.json")
    explained = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            explained = json.load(file)
    parts = []
    for seed, rows in results(folder):
        for row in rows:
            meaning = explained.get(f"{key(row)} ({row['number']})", explained.get(key(row)))
            if row["result"] not in BY_SUITE and meaning:
                row["meaning"], row["why"] = meaning
        parts.append("\n".join(
            [summary(seed, rows), table(rows, "module"), "", table(rows, "kind"), "", listing(rows), ""]))
    path = os.path.join(folder, "README.md")
    start = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            start = file.read().split("## Seed ", 1)[0]
    with open(path, "w", encoding="utf-8") as file:
        file.write(start + "\n".join(parts))
    return 0
