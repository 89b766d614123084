# SPDX-License-Identifier: Apache-2.0
"""The keywords of a schema of an application: where each may occur and what its value may be (CNT-191 to CNT-194)."""
import re

from strictjson import Fault

MEMBERS = 64
INFORMATIVE = {
    "$schema", "$id", "$comment", "title", "description", "examples", "default", "deprecated", "readOnly", "writeOnly",
    "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "multipleOf", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "contentMediaType"}
ANY_FILE = {"x-swiftName", "x-since", "x-provenance", "x-sources", "x-notes"}
OBJECT = {"type", "properties", "required", "x-order"}
OPAQUE_TYPE = ANY_FILE | {"x-objectName", "x-category", "x-persistence", "x-digest", "x-platforms", "x-opaque"}
TYPE = OPAQUE_TYPE | OBJECT | {"x-foreignMembers", "x-twin"}
RULES = {"x-missing", "x-null", "x-empty", "x-coerce", "x-aliases", "x-foreign"}     # of any member, or of an object
MEMBER = RULES | {"x-valueAliases", "x-url", "x-values", "x-unit", "x-swift", "x-since", "x-kind", "type", "$ref",
                  "items", "contentEncoding", "additionalProperties"}
MEMBERS_FILE = ANY_FILE | OBJECT | {"x-kind"}
OBJECT_FILE = MEMBERS_FILE | RULES
VALUE_FILE = ANY_FILE | MEMBER
FLAGS = (0, 1, 3, 16)     # CNT-100
MAPS = ("stringMap", "stringListMap")
KINDS = ("any", "rawObject", "rawList") + MAPS


def refuse(code, *steps):
    """Raises an error at a location."""
    raise Fault(code, path="".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in steps))


def check_root(root):
    """Checks the keywords of a file and of its members."""
    if "x-objectName" in root:
        if root.get("x-opaque", True) is not True:
            refuse("schema.value", "x-opaque")
        allowed, has_members = (OPAQUE_TYPE, False) if "x-opaque" in root else (TYPE, True)
    elif root.get("x-kind") == "members":
        allowed, has_members = MEMBERS_FILE, True
    else:
        allowed, has_members = (OBJECT_FILE, True) if "properties" in root else (VALUE_FILE, False)
    check_keywords(root, allowed)
    if has_members:
        check_object(root)
    elif "x-objectName" not in root:
        check_member(root)


def check_object(root):
    """Checks what an object's members need: names, an order, and which of them are required."""
    if "properties" not in root:
        refuse("schema.missing")
    if root.get("x-kind", "members") != "members":
        refuse("schema.value", "x-kind")
    if "type" not in root and "x-kind" not in root:
        refuse("schema.missing")
    if root.get("type", "object") != "object":
        refuse("schema.value", "type")
    properties = root["properties"]
    if not isinstance(properties, dict):
        refuse("schema.value", "properties")
    if len(properties) > MEMBERS:
        refuse("schema.limit", "properties")
    for name, member in properties.items():
        if not isinstance(member, dict):
            refuse("schema.value", "properties", name)
        check_keywords(member, MEMBER, "properties", name)
        check_member(member, "properties", name)
    if "x-order" not in root and len(properties) > 1:
        refuse("schema.missing")
    if sorted(root.get("x-order", properties)) != sorted(properties):
        refuse("schema.value", "x-order")
    required = root.get("required", [])
    for index, name in enumerate(required):
        if name not in properties or name in required[:index]:
            refuse("schema.value", "required", index)


def check_member(member, *place):
    """Checks the keywords that decide the kind of a member or of a value in a file of its own (CNT-192)."""
    if isinstance(member.get("type"), list):
        refuse("schema.missing", *place)
    if "type" in member and member["type"] not in ("string", "integer", "number", "boolean", "object", "array"):
        refuse("schema.value", *place, "type")
    if "x-kind" in member and member["x-kind"] not in KINDS:
        refuse("schema.value", *place, "x-kind")
    if not member.keys() & {"$ref", "x-kind", "type"}:
        refuse("schema.missing", *place)
    if "$ref" in member and "type" in member:
        refuse("schema.keyword", *place, "type")
    plain = None if member.keys() & {"$ref", "x-kind"} else member["type"]
    if "contentEncoding" in member and plain != "string":
        refuse("schema.keyword", *place, "contentEncoding")
    if "x-empty" in member and "$ref" not in member:
        refuse("schema.keyword", *place, "x-empty")
    if "additionalProperties" in member and member.get("x-kind") not in MAPS:
        refuse("schema.keyword", *place, "additionalProperties")
    if "items" in member:
        if plain != "array":
            refuse("schema.keyword", *place, "items")
        check_items(member["items"], *place, "items")


def check_items(items, *place):
    """Checks what the items of a list are; any type but a string or a reference makes it a raw list."""
    if not isinstance(items, dict):
        refuse("schema.value", *place)
    check_keywords(items, {"type", "$ref"}, *place)
    if items:
        check_member({"type": "object", **items} if "$ref" not in items else items, *place)


def check_kind(member, kind, *place):
    """Checks the keywords that only some kinds of members have; the kind is that after every reference."""
    if "x-url" in member and kind != "base64":
        refuse("schema.keyword", *place, "x-url")
    if "x-unit" in member and kind not in ("integer", "number"):
        refuse("schema.keyword", *place, "x-unit")
    if "x-valueAliases" in member:
        if kind not in ("string", "integer", "number"):
            refuse("schema.keyword", *place, "x-valueAliases")
        for written, meant in member["x-valueAliases"]["map"].items():
            if not is_value(meant, kind):
                refuse("schema.value", *place, "x-valueAliases", "map", written)


def is_value(value, kind):
    """Returns whether a value is a string, integer or number."""
    if kind == "string" or isinstance(value, (str, bool)):
        return kind == "string" and isinstance(value, str)
    return isinstance(value, int) or isinstance(value, float) and (kind == "number" or value.is_integer())


def check_keywords(schema, allowed, *place):
    """Refuses a keyword that has no meaning in a place, and a value that its keyword does not allow (CNT-191)."""
    for name in schema:
        if name not in allowed and name not in INFORMATIVE:
            refuse("schema.keyword", *place, name)
    for name, value in schema.items():
        if name in VALUES:
            VALUES[name](value, *place, name)


def text(value, *place):
    """Refuses a value that is not a string."""
    if not isinstance(value, str):
        refuse("schema.value", *place)


def deviation(value, *place):
    """Refuses a value that is not the id of a deviation."""
    if not isinstance(value, str) or not re.fullmatch("DEV-[0-9]{2,3}", value):
        refuse("schema.value", *place)


def one_of(*values):
    """Returns a check for one of several strings."""
    def check(value, *place):
        if value not in values:
            refuse("schema.value", *place)
    return check


def list_of(check_item):
    """Returns a check for a list."""
    def check(value, *place):
        if not isinstance(value, list):
            refuse("schema.value", *place)
        for index, item in enumerate(value):
            check_item(item, *place, index)
    return check


def named(check_item):
    """Returns a check for an object with any names."""
    def check(value, *place):
        if not isinstance(value, dict):
            refuse("schema.value", *place)
        for name, item in value.items():
            check_item(item, *place, name)
    return check


def record(required, optional):
    """Returns a check for an object with the names of two tables of checks."""
    def check(value, *place):
        if not isinstance(value, dict):
            refuse("schema.value", *place)
        for name in value:
            if name not in required and name not in optional:
                refuse("schema.keyword", *place, name)
        if not required.keys() <= value.keys():
            refuse("schema.missing", *place)
        for name, item in value.items():
            (required.get(name) or optional[name])(item, *place, name)
    return check


def alias(value, *place):
    """Refuses what is neither a name nor a name with a deviation."""
    if not isinstance(value, str):
        record({"name": text}, {"deviation": deviation})(value, *place)


def flags(value, *place):
    """Refuses what is not a bit set of the service."""
    if isinstance(value, bool) or value not in FLAGS:
        refuse("schema.value", *place)


def flags_or_null(value, *place):
    """Refuses what is neither a bit set nor null, which stands for flags that are not published (CNT-103)."""
    if value is not None:
        flags(value, *place)


def digest(value, *place):
    """Refuses what is not either a member or a fixed text (CNT-110)."""
    record({}, {"member": text, "text": text})(value, *place)
    if not value:
        refuse("schema.missing", *place)
    if len(value) > 1:
        refuse("schema.keyword", *place, "text")


def pair(value, *place):
    """Refuses what is not the names of two members."""
    list_of(text)(value, *place)
    if len(set(value)) != 2 or len(value) != 2:
        refuse("schema.value", *place)


def schema_of_values(value, *place):
    """Refuses what is not a schema; the kind of a map says what its values are."""
    if not isinstance(value, dict):
        refuse("schema.value", *place)


VALUES = {
    **dict.fromkeys(("x-objectName", "x-swiftName", "x-since", "x-unit", "x-swift", "$ref"), text),
    **dict.fromkeys(("x-missing", "x-null", "x-empty", "x-coerce", "x-url", "x-foreign"), deviation),
    **dict.fromkeys(("x-sources", "x-notes", "x-order", "required"), list_of(text)),
    **dict.fromkeys(("x-platforms", "x-values"), named(text)),
    "x-category": one_of("content", "notification", "status", "signal", "custom"),
    "x-provenance": one_of("seed", "documented", "inferred"),
    "x-persistence": record({"flags": flags_or_null}, {"alternatives": list_of(flags)}),
    "x-digest": digest,
    "x-aliases": list_of(alias),
    "x-valueAliases": record({"map": named(lambda value, *place: None)}, {"deviation": deviation}),
    "x-foreignMembers": named(deviation),
    "x-twin": record({"members": pair, "deviation": deviation}, {}),
    "contentEncoding": one_of("base64"),
    "additionalProperties": schema_of_values,
}
