#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies the sources into a folder and puts the bugs of Fixtures/planted-bugs into the copy (Spec/fuzzing.md).

    plant-bugs.py FOLDER    copies the files that git knows or would add, with the bugs in them
    plant-bugs.py --check   only tells whether every entry of the list still finds its text

A file is written only if its contents differ, so that a second build compiles only what has changed. Exits with 1 if
the text of an entry does not occur exactly once.
"""

import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIST = os.path.join("Fixtures", "planted-bugs")
# git ignores this file; the copy includes it to be built with the same versions of dependencies.
RESOLVED = "Package.resolved"


def read(path):
    with open(os.path.join(ROOT, path), "rb") as file:
        return file.read()


def places(lines, text):
    """Returns the indices at which the lines of `text` occur."""
    count = len(text)
    return [at for at in range(len(lines) - count + 1) if lines[at : at + count] == text]


def planted():
    """Returns the contents of changed and new files by path, and the errors as text."""
    entries = json.loads(read(os.path.join(LIST, "replacements.json")))
    contents, edits, wrong = {}, {}, []
    for entry in entries["replacements"]:
        name, path = entry["id"], entry["file"]
        if not os.path.isfile(os.path.join(ROOT, path)):
            wrong.append(f"{name}: {path} is missing")
            continue
        found = places(read(path).decode().split("\n"), entry["text"])
        if len(found) != 1:
            wrong.append(f"{name}: {path} has its text {len(found)} times, not once: {entry['text'][0].strip()}")
            continue
        edits.setdefault(path, []).append((found[0], name, entry))
    for path, found in edits.items():
        lines = read(path).decode().split("\n")
        end = len(lines)
        # From the end to the start, so that no replacement moves the place of another one.
        for start, name, entry in sorted(found, key=lambda edit: edit[0], reverse=True):
            if start + len(entry["text"]) > end:
                wrong.append(f"{name}: {path} has its text within that of another entry")
            lines[start : start + len(entry["text"])] = entry["replacement"]
            end = start
        contents[path] = "\n".join(lines).encode()
    for entry in entries["files"]:
        if os.path.exists(os.path.join(ROOT, entry["file"])):
            wrong.append(f"{entry['id']}: {entry['file']} is there already")
        contents[entry["file"]] = read(os.path.join(LIST, entry["from"]))
    return contents, wrong


def copy(folder, contents):
    """Updates the copy, and removes all other files from it."""
    command = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, stdout=subprocess.PIPE)
    if listed.returncode != 0:
        sys.exit("plant-bugs.py: the copy is made of what git lists, and this is no clone")
    names = [name for name in listed.stdout.decode().split("\0") if name]
    wanted = {name for name in names + [RESOLVED] if os.path.isfile(os.path.join(ROOT, name))}
    for path in sorted(wanted | contents.keys()):
        target = os.path.join(folder, path)
        bytes_ = contents[path] if path in contents else read(path)
        if os.path.isfile(target):
            with open(target, "rb") as file:
                if file.read() == bytes_:
                    continue
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(bytes_)
    for place, _, files in os.walk(folder):
        for name in files:
            path = os.path.relpath(os.path.join(place, name), folder)
            if path not in wanted and path not in contents and path != RESOLVED:
                os.remove(os.path.join(place, name))


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    contents, wrong = planted()
    for line in wrong:
        print(f"plant-bugs.py: {line}", file=sys.stderr)
    if wrong:
        return 1
    if sys.argv[1] != "--check":
        copy(os.path.abspath(sys.argv[1]), contents)
    return 0


sys.exit(main())
