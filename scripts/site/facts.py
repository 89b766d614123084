# SPDX-License-Identifier: Apache-2.0
"""The facts of the repository that several pages show: requirements, cases, deviations, types and platforms."""

import collections
import dataclasses
import functools
import json
import pathlib
import re

REQUIREMENT = re.compile(r"^\*\*([A-Z]+-\d+)\*\* \((MUST|SHOULD|MAY)[^)]*\) ", re.M)
DEVIATION = re.compile(r"^### (DEV-\d+) · (.+)$", re.M)


@dataclasses.dataclass
class Requirement:
    """A numbered requirement: its chapter is a path below the root."""
    id: str
    level: str
    text: str
    chapter: str

    @property
    def summary(self):
        """The first sentence, which summarizes the requirement."""
        text = " ".join(self.text.split())
        end = re.search(r"\.(?= [A-Z`]|$)", text)
        return text[:end.end()] if end else text


@dataclasses.dataclass
class Deviation:
    """A numbered deviation, with the lines of its list as members."""
    id: str
    title: str
    chapter: str
    members: dict

    @property
    def types(self):
        """The objectNames to which it applies."""
        return re.findall(r"`([^`]+:[^`]+)`", self.members.get("Types", ""))


class Facts:
    """Reads the files below `root` when they are first needed."""

    def __init__(self, root):
        self.root = root

    def text(self, path):
        """Returns the text of a file."""
        return (self.root / path).read_text(encoding="utf-8")

    def json(self, path):
        """Returns the value of a JSON file."""
        return json.loads(self.text(path))

    @functools.cached_property
    def chapters(self):
        """The paths of the chapters of the specification."""
        return sorted(str(path.relative_to(self.root)) for path in (self.root / "Spec").glob("*.md"))

    @functools.cached_property
    def requirements(self):
        """All requirements by id, in the order of the chapters."""
        found = {}
        for chapter in self.chapters:
            text = self.text(chapter)
            for match in REQUIREMENT.finditer(text):
                end = re.compile(r"\n\n(?=\*\*[A-Z]+-\d|#)").search(text, match.end())
                body = text[match.end():end.start() if end else len(text)].strip()
                found[match[1]] = Requirement(match[1], match[2], body, chapter)
        return found

    @functools.cached_property
    def deviations(self):
        """All deviations by id."""
        found = {}
        for chapter in self.chapters:
            text = self.text(chapter)
            for match in DEVIATION.finditer(text):
                end = text.find("\n#", match.end())
                section = text[match.end():end if end >= 0 else len(text)]
                members = dict(re.findall(r"^- ([A-Z][a-z ]+): (.+(?:\n  .+)*)", section, re.M))
                found[match[1]] = Deviation(match[1], match[2], chapter, members)
        return found

    @functools.cached_property
    def error_codes(self):
        """The text of each error code, as Markdown of the chapter of errors."""
        text = self.text("Spec/errors.md")
        found = re.findall(r"^### `([A-Za-z]+\.[A-Za-z]+)`\n(.*?)(?=\n#|\Z)", text, re.M | re.S)
        return {code: body.strip() for code, body in found}

    @functools.cached_property
    def cases_by_deviation(self):
        """The cases whose outcome has a deviation, by its id."""
        found = collections.defaultdict(list)
        for case in self.cases:
            for name in sorted(set(re.findall(r"DEV-\d+", json.dumps(case["expect"])))):
                found[name].append(case)
        return found

    @functools.cached_property
    def cases(self):
        """All cases as objects, each with its area."""
        return [
            {**case, "area": file["area"]}
            for file in (json.loads(path.read_text("utf-8")) for path in self.case_files) for case in file["cases"]]

    @property
    def case_files(self):
        """The files of cases, in a fixed order."""
        return sorted((self.root / "Fixtures" / "cases").rglob("*.json"))

    @functools.cached_property
    def cases_by_requirement(self):
        """The cases that exercise a requirement, by its id."""
        found = collections.defaultdict(list)
        for case in self.cases:
            for requirement in case["requirements"]:
                found[requirement].append(case)
        return found

    @functools.cached_property
    def tests_by_requirement(self):
        """What the ledger says of requirements without cases: lists of tests and reasons."""
        return self.json("Fixtures/ledger.json")["requirements"]

    @functools.cached_property
    def types(self):
        """The schemas of the built-in types by objectName."""
        paths = (str(path.relative_to(self.root)) for path in (self.root / "Spec/content-types").glob("*.json"))
        schemas = [{**self.json(path), "x-path": path} for path in paths]
        return {schema["x-objectName"]: schema for schema in sorted(schemas, key=lambda each: each["x-objectName"])}

    @functools.cached_property
    def platforms(self):
        """The manifests of platforms by name."""
        paths = sorted((self.root / "Fixtures/platforms").glob("*.json"))
        return {manifest["platform"]: manifest for manifest in (json.loads(path.read_text("utf-8")) for path in paths)}

    @functools.cached_property
    def registries(self):
        """The registries of numbers and names, by the name of the file."""
        paths = sorted((self.root / "Spec/registry").glob("*.json"))
        values = {path.stem: json.loads(path.read_text("utf-8")) for path in paths}
        return {name: value for name, value in values.items() if isinstance(value, dict) and "entries" in value}

    def resolve(self, schema):
        """Returns a schema merged with what its `$ref` names in Spec/common-objects."""
        reference = schema.get("$ref")
        if not reference:
            return schema
        path, _, pointer = reference.partition("#")
        target = self.json(pathlib.PurePosixPath("Spec/common-objects") / pathlib.PurePosixPath(path).name)
        for step in filter(None, pointer.split("/")):
            target = target[step]
        return {**target, **{name: value for name, value in schema.items() if name != "$ref"}}
