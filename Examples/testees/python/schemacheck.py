# SPDX-License-Identifier: Apache-2.0
"""schema.check: whether the schemas of an application can be used (CNT-191 to CNT-198, CNT-225, TST-212)."""
import json

from request import dump
from schemakeywords import check_kind, check_root, refuse
from schemas import COMMON, TYPES
from strictjson import Fault, Parser

BYTES, LEVELS, NESTED, FILES = 131072, 32, 16, 1024


def check(request):
    """schema.check."""
    files = [{name.text: value.text for name, value in item.members} for item in request.items("files", "object")]
    schemas = Schemas(files)
    known = set(TYPES)
    for name in schemas.types:
        if name == "":
            raise Fault("register.empty")
        if len(name) > 32:
            raise Fault("register.length")
        if name.startswith("RC:") and not request.flag("overridesReserved"):
            raise Fault("register.reserved")
        if name in known:
            raise Fault("register.taken")
        known.add(name)
    return dump({"value": schemas.types})


class Schemas:
    """The schemas of an application: message types, and definitions to which they refer."""

    def __init__(self, files):
        if len(files) > FILES:
            refuse("schema.limit")
        self.roots, self.heights, self.open = {}, {}, []
        for file in files:
            root = parse(file["text"])
            name = last_component(file["name"])
            if name in self.roots:
                refuse("schema.name")
            self.roots[name] = root
        for root in self.roots.values():
            check_root(root)
        for root in self.roots.values():
            self.check_references(root)
            self.check_names(root)
        for name in self.roots:
            self.height(name)
        self.types = [root["x-objectName"] for root in self.roots.values() if "x-objectName" in root]

    def check_references(self, root):
        """Checks that every reference has a target, and the keywords that depend on it."""
        members = [(["properties", name], member) for name, member in root.get("properties", {}).items()]
        if "properties" not in root and "x-objectName" not in root:
            members = [([], root)]
        for place, member in members:
            target, _ = self.resolve(member, place)
            for keyword in ("x-kind", "x-empty"):
                if "$ref" in member and keyword in member and target.get(keyword) != member[keyword]:
                    refuse("schema.keyword", *place, keyword)
            if "$ref" in member.get("items", {}) and self.resolve(member["items"], [*place, "items"])[1] is None:
                refuse("schema.reference", *place, "items", "$ref")
            check_kind(member, self.kind(member), *place)
        for place, name in digest_and_twin(root):
            if name not in root.get("properties", {}) or self.kind(root["properties"][name]) != "string":
                refuse("schema.value", *place)

    def check_names(self, root):
        """Checks that no name has two meanings (CNT-198)."""
        properties = root.get("properties", {})
        names = set(properties)

        def claim(name, *place):
            if name in names:
                refuse("schema.name", *place)
            names.add(name)
        for name, member in properties.items():
            place = ["properties", name]
            target, _ = self.resolve(member, place)
            own = "x-aliases" in member
            for index, alias in enumerate((member if own else target).get("x-aliases", [])):
                spelling = alias["name"] if isinstance(alias, dict) else alias
                claim(spelling, *place, *(["x-aliases", index] if own else []))
        for name in root.get("x-foreignMembers", {}):
            claim(name, "x-foreignMembers", name)

    def height(self, file):
        """Returns how many objects are nested in a file's own; no object may contain itself. Each file is read once."""
        if file not in self.heights:
            self.open.append(file)
            if len(self.open) > NESTED:
                refuse("schema.limit")
            self.heights[file] = 0
            for place, inner in self.nested_files(self.file(file)):
                if inner in self.open:
                    refuse("schema.reference", *place, "$ref")
                self.heights[file] = max(self.heights[file], self.height(inner) + 1)
            self.open.pop()
        if len(self.open) + 1 + self.heights[file] > NESTED:
            refuse("schema.limit")
        return self.heights[file]

    def nested_files(self, root):
        """Returns the files of the objects that the members of an object are or list, and the places of the members."""
        for name, member in root.get("properties", {}).items():
            target, file = self.resolve(member, ["properties", name])
            if file:
                yield ["properties", name], file
            elif "$ref" in target.get("items", {}):
                place = ["properties", name] + (["items"] if target is member else [])
                yield place, self.resolve(target["items"], place)[1]

    def file(self, name):
        """Returns a file of the application, or else a common object."""
        return self.roots.get(name, COMMON.get(name))

    def kind(self, member):
        """Returns the kind of a member, as far as keywords depend on it (CNT-192)."""
        target, file = self.resolve(member, [])
        if file or "x-kind" in target:
            return target.get("x-kind", "nested")
        return target.get("contentEncoding", target["type"])

    def resolve(self, member, place):
        """Returns what a member's reference leads to, or the member, and the file of an object."""
        if "$ref" not in member:
            return member, None
        path, _, pointer = member["$ref"].partition("#")
        file = last_component(path)
        target = self.file(file)
        if target is None or "x-objectName" in target:
            refuse("schema.reference", *place, "$ref")
        if pointer:
            steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")]
            if len(steps) != 3 or steps[:2] != ["", "properties"] or steps[2] not in target.get("properties", {}):
                refuse("schema.reference", *place, "$ref")
            target = target["properties"][steps[2]]
        if "$ref" in target or target.get("x-kind") == "members":
            refuse("schema.reference", *place, "$ref")
        return target, file if "properties" in target else None


def digest_and_twin(root):
    """Returns the names of members that have to be strings, with their places."""
    if "member" in root.get("x-digest", {}):
        yield ["x-digest", "member"], root["x-digest"]["member"]
    for index, name in enumerate(root.get("x-twin", {}).get("members", [])):
        yield ["x-twin", "members", index], name


def last_component(path):
    """Returns the name by which references name a file (CNT-193)."""
    return path.rstrip("/").rpartition("/")[2]


def parse(source):
    """Returns the object of a file as Python values."""
    data = source.encode()
    if len(data) > BYTES:
        refuse("schema.limit")
    parsed = Parser(data, LEVELS)
    if parsed.fault and parsed.fault.code == "limit.depth":
        refuse("schema.limit")
    if parsed.fault:
        raise Fault("schema.json", parsed.fault.offset)
    if parsed.root.kind != "object":
        refuse("schema.json")
    refuse_repeats(parsed.root)
    return json.loads(data)


def refuse_repeats(node, *place):
    """Refuses an object that has a name twice."""
    names = [name.text for name, _ in node.members]
    if len(set(names)) < len(names):
        refuse("schema.json", *place)
    for step, value in [*zip(names, (value for _, value in node.members)), *enumerate(node.items)]:
        refuse_repeats(value, *place, step)
