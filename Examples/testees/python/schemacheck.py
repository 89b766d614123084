# SPDX-License-Identifier: Apache-2.0
"""schema.check: whether the schemas of an application can be used (CNT-191 to CNT-198, TST-212)."""
import json

from request import dump
from schemas import Loader, SPEC, TYPES
from strictjson import Fault, Parser

BYTES, LEVELS, MEMBERS, NESTED, FILES = 131072, 32, 64, 16, 1024
INFORMATIVE = {
    "$schema", "$id", "$comment", "title", "description", "examples", "default", "deprecated", "readOnly", "writeOnly",
    "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "contentMediaType"}
SHARED = {"x-swiftName", "x-since", "x-provenance", "x-sources", "x-notes", "x-platforms", "type", "properties", "required",
          "x-order"}
TYPE = SHARED | {"x-objectName", "x-category", "x-persistence", "x-digest", "x-foreignMembers", "x-twin", "x-opaque"}
QUIRKS = {"x-missing", "x-null", "x-empty", "x-coerce", "x-aliases", "x-valueAliases", "x-url", "x-foreign", "x-kind"}
MEMBER = QUIRKS | {"type", "$ref", "items", "contentEncoding", "x-values", "x-unit", "x-swift", "x-since", "x-notes"}
DEFINITION = SHARED | MEMBER
FLAGS = (None, 0, 1, 3, 16)     # CNT-100, CNT-103
CATEGORIES = ("content", "notification", "status", "signal", "custom")
KINDS = ("any", "rawObject", "rawList", "stringMap", "stringListMap")
SIMPLE = ("string", "integer", "number", "boolean", "object", "array")


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


def refuse(code, *steps):
    """Raises an error at a location."""
    raise Fault(code, path="".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps))


class Schemas:
    """The schemas of an application: message types, and definitions to which they refer."""

    def __init__(self, files):
        if len(files) > FILES:
            refuse("schema.limit")
        self.roots = {}
        for file in files:
            root = parse(file["text"])
            name = last_component(file["name"])
            if name in self.roots:
                refuse("schema.name")
            self.roots[name] = root
        self.common = Loader(SPEC).files
        for root in self.roots.values():
            self.check_root(root)
        for root in self.roots.values():
            self.check_references(root)
        self.types = [root["x-objectName"] for root in self.roots.values() if "x-objectName" in root]

    def check_root(self, root):
        """Checks the keywords of a file, and of its members."""
        keywords(root, TYPE if "x-objectName" in root else DEFINITION)
        if "x-objectName" in root:
            text(root["x-objectName"], "x-objectName")
            if root.get("x-category", "custom") not in CATEGORIES:
                refuse("schema.value", "x-category")
            if root.get("x-opaque") not in (None, True):
                refuse("schema.value", "x-opaque")
            digest = root.get("x-digest")
            if isinstance(digest, dict) and not digest.keys() & {"member", "text"}:
                refuse("schema.missing", "x-digest")
            persistence = root.get("x-persistence")
            if isinstance(persistence, dict):
                if "flags" not in persistence:
                    refuse("schema.missing", "x-persistence")
                if persistence["flags"] not in FLAGS or isinstance(persistence["flags"], bool):
                    refuse("schema.value", "x-persistence", "flags")
                for index, flags in enumerate(persistence.get("alternatives", [])):
                    if not isinstance(flags, int) or isinstance(flags, bool):
                        refuse("schema.value", "x-persistence", "alternatives", index)
            if isinstance(root.get("x-twin"), dict) and "deviation" not in root["x-twin"]:
                refuse("schema.missing", "x-twin")
        if "properties" not in root:
            if "x-objectName" in root and not root.get("x-opaque"):
                refuse("schema.missing", "properties")
            return
        if root.get("x-kind") != "members" and root.get("type") != "object":
            refuse(*(("schema.value", "type") if "type" in root else ("schema.missing",)))
        if root.get("x-kind", "members") != "members":
            refuse("schema.value", "x-kind")
        if root.get("x-opaque"):
            refuse("schema.keyword", "properties")
        properties = root["properties"]
        if not isinstance(properties, dict):
            refuse("schema.value", "properties")
        if len(properties) > MEMBERS:
            refuse("schema.limit", "properties")
        for name, member in properties.items():
            self.check_member(member, "properties", name)
        order = root.get("x-order")
        if order is None and len(properties) > 1:
            refuse("schema.missing")
        if order is not None and (not isinstance(order, list) or sorted(map(str, order)) != sorted(properties)):
            refuse("schema.value", "x-order")
        required = root.get("required", [])
        if not isinstance(required, list) or any(name not in properties for name in required):
            refuse("schema.value", "required")

    def check_member(self, member, *place):
        """Checks the keywords of one member."""
        if not isinstance(member, dict):
            refuse("schema.value", *place)
        keywords(member, MEMBER, *place)
        kind = member.get("type")
        if "$ref" in member:
            text(member["$ref"], *place, "$ref")
        elif "x-kind" in member:
            if member["x-kind"] not in KINDS:
                refuse("schema.value", *place, "x-kind")
        elif kind is None:
            refuse("schema.missing", *place)
        if kind is not None and kind not in SIMPLE:
            refuse("schema.value", *place, "type")
        if "contentEncoding" in member:
            if kind != "string":
                refuse("schema.keyword", *place, "contentEncoding")
            if member["contentEncoding"] != "base64":
                refuse("schema.value", *place, "contentEncoding")
        if "items" in member and kind != "array":
            refuse("schema.keyword", *place, "items")
        if "x-url" in member and member.get("contentEncoding") != "base64":
            refuse("schema.keyword", *place, "x-url")
        if "x-empty" in member and "$ref" not in member:
            refuse("schema.keyword", *place, "x-empty")
        values = member.get("x-valueAliases")
        if isinstance(values, dict) and "map" not in values:
            refuse("schema.missing", *place, "x-valueAliases")
        if isinstance(values, dict) and isinstance(values.get("map"), dict) and kind in ("string", "integer", "number"):
            wanted = str if kind == "string" else int
            for written, meant in values["map"].items():
                if not isinstance(meant, wanted) or isinstance(meant, bool):
                    refuse("schema.value", *place, "x-valueAliases", "map", written)
        for name in ("x-missing", "x-null", "x-empty", "x-coerce", "x-url", "x-foreign"):
            if name in member and not is_id(member[name]):
                refuse("schema.value", *place, name)

    def check_references(self, root):
        """Checks that every reference has a target and that no name has two meanings."""
        names = {}

        def claim(name, *place):
            if name in names:
                refuse("schema.name", *place)
            names[name] = place
        properties = root.get("properties", {})
        for name in properties:
            claim(name, "properties", name)
        for name, member in properties.items():
            target, _ = self.resolve(member, ["properties", name], [])
            for keyword in ("x-kind", "x-empty"):
                if keyword in member and target.get(keyword) != member[keyword]:
                    refuse("schema.keyword", "properties", name, keyword)
            items = member.get("items")
            if isinstance(items, dict) and "$ref" in items:
                if self.resolve(items, ["properties", name, "items"], [])[1] is None:
                    refuse("schema.reference", "properties", name, "items", "$ref")
            for alias in [*member.get("x-aliases", []), *(target.get("x-aliases", []) if target is not member else [])]:
                claim(alias["name"] if isinstance(alias, dict) else alias, "properties", name, "x-aliases")
        for name in root.get("x-foreignMembers", {}):
            claim(name, "x-foreignMembers", name)
        shown = root.get("x-digest", {}).get("member")
        if shown is not None:
            target, _ = self.resolve(properties.get(shown), ["x-digest"], [])
            if not isinstance(target, dict) or target.get("type") != "string" or "contentEncoding" in target:
                refuse("schema.value", "x-digest", "member")
        self.depth(root, [])

    def depth(self, root, open_files):
        """Checks how deeply objects are nested, and that no object contains itself."""
        if len(open_files) > NESTED:
            refuse("schema.limit")
        for name, member in root.get("properties", {}).items():
            for inner in (member, member.get("items", {})):
                target, file = self.resolve(inner, ["properties", name], [])
                if file is not None and "properties" in target:
                    if file in open_files:
                        refuse("schema.reference", "properties", name, "$ref")
                    self.depth(target, [*open_files, file])

    def resolve(self, member, place, seen):
        """Returns what a member's reference leads to, and the file of an object."""
        if not isinstance(member, dict) or "$ref" not in member:
            return member, None
        path, _, pointer = member["$ref"].partition("#")
        file = last_component(path)
        target = self.roots.get(file, self.common.get(file))
        if target is None or "x-objectName" in target or (file, pointer) in seen:
            refuse("schema.reference", *place, "$ref")
        if pointer:
            steps = pointer.split("/")
            if len(steps) != 3 or steps[1] != "properties" or steps[2] not in target.get("properties", {}):
                refuse("schema.reference", *place, "$ref")
            if "$ref" in target["properties"][steps[2]]:
                refuse("schema.reference", *place, "$ref")
            return target["properties"][steps[2]], None
        if "properties" in target:
            return target, file
        return self.resolve(target, place, [*seen, (file, pointer)])


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
    if parsed.root.kind != "object" or repeats(parsed.root):
        refuse("schema.json")
    return json.loads(data)


def repeats(node):
    """Returns whether an object has a name twice."""
    names = [name.text for name, _ in node.members]
    return len(set(names)) < len(names) or any(map(repeats, [value for _, value in node.members] + node.items))


def keywords(schema, allowed, *place):
    """Refuses a keyword that has no meaning in a place (CNT-191)."""
    for name in schema:
        if name not in allowed and name not in INFORMATIVE:
            refuse("schema.keyword", *place, name)


def text(value, *place):
    """Refuses a value that is not a string."""
    if not isinstance(value, str):
        refuse("schema.value", *place)


def is_id(value):
    """Returns whether a value is the id of a deviation."""
    return isinstance(value, str) and value.startswith("DEV-") and value[4:].isdigit()
