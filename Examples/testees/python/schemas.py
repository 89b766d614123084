# SPDX-License-Identifier: Apache-2.0
"""The message types, read from the specification's schemas at start-up (CNT-190 to CNT-194)."""
import glob
import json
import os

SPEC = os.environ.get("IMWIRE_SPEC") or os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "Spec")
SCALARS = ("string", "integer", "number", "boolean")
UNKNOWN_DIGEST = "当前版本暂不支持查看此消息"    # CNT-006


class Member:
    """One member. Ids are those of the deviations as which its variants are reported."""

    def __init__(self, kind, required=False, aliases=None, coerce=None, missing=None, null=None, empty=None,
                 foreign=None, links=None, values=None, shape=None):
        self.kind = kind                # names the `read_…` method that takes its values
        self.required = required
        self.aliases = aliases or {}    # other spelling -> id, the preferred one first
        self.coerce = coerce            # a wrong type that can be read, instead of the general id
        self.missing = missing or "DEV-103"
        self.null = null or "DEV-102"
        self.empty = empty or "DEV-113"
        self.foreign = foreign          # state of the sender's device
        self.links = links              # a URL instead of Base64
        self.values = values or {}      # wrong value -> (right value, id)
        self.shape = shape              # of a nested object


class Shape:
    """The members of an object; `strays` are foreign members that are known to occur in it; `twin` should differ."""

    def __init__(self, members, strays=None, twin=None):
        self.members, self.strays, self.twin = members, strays or {}, twin
        self.spellings = {alias: name for name, member in members.items() for alias in member.aliases}

    def canonical(self, spelling):
        """Returns the name that a spelling stands for, or None."""
        return spelling if spelling in self.members else self.spellings.get(spelling)


class Type:
    """A built-in type: its shape (None if it is opaque), category, flags and digest."""

    def __init__(self, schema, shape):
        self.name, self.shape = schema["x-objectName"], shape
        self.category, self.flags = schema["x-category"], schema["x-persistence"]["flags"]
        self.digest = schema.get("x-digest", {})


class Loader:
    """Reads the files of a specification and resolves the references between them."""

    def __init__(self, folder):
        self.files = {os.path.basename(path): read_json(path)
                      for path in glob.glob(os.path.join(folder, "common-objects", "*.schema.json"))}
        self.shapes = {}
        self.types = {}
        for path in glob.glob(os.path.join(folder, "content-types", "*.schema.json")):
            schema = read_json(path)
            shape = None
            if not schema.get("x-opaque"):
                shape = self.shape(schema)
                shape.strays = {"messageName": "DEV-90", **schema.get("x-foreignMembers", {})}     # CNT-046
            self.types[schema["x-objectName"]] = Type(schema, shape)

    def shape(self, schema):
        """Returns the members of an object in the order in which they are written (CNT-070)."""
        required, twin = schema.get("required", []), schema.get("x-twin")
        return Shape({name: self.member(schema["properties"][name], name in required)
                      for name in schema.get("x-order", schema["properties"])},
                     twin=twin and (*twin["members"], twin["deviation"]))

    def common(self, name):
        """Returns the shape of a common object, which is created once."""
        if name not in self.shapes:
            self.shapes[name] = self.shape(self.files[name])
        return self.shapes[name]

    def resolve(self, schema):
        """Returns a member's schema with its references resolved, and the name of the object that it is (CNT-192)."""
        if "$ref" not in schema:
            return schema, None
        path, _, pointer = schema["$ref"].partition("#")
        name = path.rpartition("/")[2]
        target = self.files[name]
        if pointer:
            target = target["properties"][pointer.rpartition("/")[2]]
        elif "properties" in target:
            quirks = {key: target[key] for key in ("x-aliases", "x-null", "x-empty", "x-missing") if key in target}
            return {**quirks, **schema}, name
        inner, deeper = self.resolve(target)
        return {**inner, **schema}, deeper

    def member(self, schema, required):
        """Returns one member, however its schema describes it."""
        schema, nested = self.resolve(schema)
        values, shape, items = schema.get("x-valueAliases"), None, schema.get("items", {})
        if nested:
            kind, shape = "nested", self.common(nested)
        elif "x-kind" in schema:
            kind = schema["x-kind"]
        elif schema["type"] == "string" and schema.get("contentEncoding") == "base64":
            kind = "base64"
        elif schema["type"] in SCALARS:
            kind = schema["type"]
        elif schema["type"] == "object":
            kind = "rawObject"
        elif items.get("type") == "string":
            kind = "strings"
        elif "$ref" in items:
            kind, shape = "objects", self.common(self.resolve(items)[1])
        else:
            kind = "rawList"
        return Member(kind, required, {alias["name"]: alias["deviation"] for alias in schema.get("x-aliases", [])},
                      schema.get("x-coerce"), schema.get("x-missing"), schema.get("x-null"), schema.get("x-empty"),
                      schema.get("x-foreign"), schema.get("x-url"),
                      values and {wrong: (right, values["deviation"]) for wrong, right in values["map"].items()}, shape)


def read_json(path):
    """Reads one file of the specification."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)


LOADED = Loader(SPEC)
TYPES, COMMON = LOADED.types, LOADED.files
