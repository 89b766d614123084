# SPDX-License-Identifier: Apache-2.0
"""Reads the hand-written Swift files of the codec modules as code, without comments, strings and attributes."""

import glob
import os
import re

MODULES = ("IMWire", "IMWireRMTP", "IMWireServerAPI")
# What is no code: comments, strings of each kind, and attributes with their arguments.
OPAQUE = re.compile(
    r'//[^\n]*|/\*.*?\*/|#+".*?"#+|"""(?:\\.|.)*?"""|"(?:\\\([^()]*(?:\([^()]*\)[^()]*)*\)|\\.|[^"\\\n])*"'
    r'|@\w+(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?', re.S)
OPENING, CLOSING = "([{", ")]}"


class Source:
    """A file: its text, the same text with blanks for what is no code, and the lines."""

    def __init__(self, root, path):
        self.path = path
        self.module = path.split("/")[1]
        with open(os.path.join(root, path), encoding="utf-8") as file:
            self.text = file.read()
        self.code = OPAQUE.sub(lambda found: re.sub(r"[^\n]", "\x01", found.group()), self.text)
        self.starts = [0] + [index + 1 for index, character in enumerate(self.text) if character == "\n"]

    def line(self, place):
        """The number of the line at an offset, from 1."""
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle] <= place else (low, middle)
        return low + 1

    def line_text(self, place):
        number = self.line(place)
        return self.text[self.starts[number - 1]:].split("\n", 1)[0].strip()

    def matching(self, start, ends):
        """The offset of the first of the words `ends` outside of brackets, from `start` on, or None."""
        depth, place = 0, start
        while place < len(self.code) and place - start < 2000:
            if depth == 0 and any(self.code.startswith(end, place) for end in ends):
                return place
            character = self.code[place]
            if character in OPENING:
                depth += 1
            elif character in CLOSING:
                depth -= 1
                if depth < 0:
                    return None
            place += 1
        return None

    def parts(self, start, end):
        """The ranges between the commas outside of brackets of a range, without white space around them."""
        cuts, depth = [start], 0
        for place in range(start, end):
            character = self.code[place]
            depth += (character in OPENING) - (character in CLOSING)
            if depth == 0 and character == ",":
                cuts += [place, place + 1]
        cuts.append(end)
        for low, high in zip(cuts[::2], cuts[1::2]):
            while low < high and self.text[low].isspace():
                low += 1
            while high > low and self.text[high - 1].isspace():
                high -= 1
            yield low, high


def sources(root):
    """The hand-written files of the codec modules, by path."""
    paths = sorted(
        path for module in MODULES
        for path in glob.glob(os.path.join("Sources", module, "**", "*.swift"), root_dir=root, recursive=True)
        if not path.endswith(".generated.swift"))
    return [Source(root, path) for path in paths]
