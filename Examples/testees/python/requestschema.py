# SPDX-License-Identifier: Apache-2.0
"""The schema of requests, which every request is checked against before anything else (TST-140)."""
import os
import re

from schemas import SPEC, read_json

# The schema's keywords that constrain a value; a request with any other keyword would not be checked completely.
KEYWORDS = {"$ref", "anyOf", "enum", "type", "pattern", "minimum", "maximum", "items", "uniqueItems", "minItems",
            "maxItems", "x-surrogates", "properties", "required", "additionalProperties", "description", "default",
            "examples"}
KINDS = {"object": "object", "array": "array", "string": "string", "integer": "number", "boolean": "boolean"}
LARGEST = 9007199254740991
INTEGER = re.compile(r"0|-?[1-9][0-9]*")


class RequestSchema:
    """The rules of `testee-request.schema.json`."""

    def __init__(self, schema):
        self.definitions = schema["$defs"]
        self.common = {name: rule for name, rule in schema["properties"].items() if name not in ("id", "op")}
        self.operations = {branch["if"]["properties"]["op"]["const"]: branch["then"] for branch in schema["allOf"]}

    def fault(self, nodes, operation):
        """Returns the path of the first member that the schema refuses; None if it accepts the request."""
        rule = self.operations[operation]
        properties = {**self.common, **rule["properties"]}
        return self.members(nodes, {"properties": properties, "required": rule["required"]})

    def members(self, nodes, rule):
        """Checks the members of an object, given by name."""
        for name in rule.get("required", []):
            if name not in nodes:
                return "/" + name
        for name, node in nodes.items():
            known = rule.get("properties", {}).get(name, rule.get("additionalProperties"))
            path = None if known is None else self.check(node, known)
            if path is not None:
                return "/" + name + path
        return None

    def check(self, node, rule):
        """Returns the path of the first value that a rule refuses, below the value of this node."""
        if rule.keys() - KEYWORDS:
            raise NotImplementedError(f"keywords of the schema: {rule.keys() - KEYWORDS}")
        if "$ref" in rule:
            return self.check(node, self.definitions[rule["$ref"].rpartition("/")[2]])
        if "anyOf" in rule:
            return None if any(self.check(node, choice) is None for choice in rule["anyOf"]) else ""
        if "enum" in rule:
            kind = "string" if isinstance(rule["enum"][0], str) else "number"
            return None if node.kind == kind and node.text in map(str, rule["enum"]) else ""
        if "type" not in rule:
            return None
        if node.kind != KINDS[rule["type"]]:
            return ""
        return getattr(self, "check_" + rule["type"])(node, rule)

    def check_object(self, node, rule):
        """Checks an object; of duplicate names the last one counts (TST-010)."""
        return self.members({name.text: value for name, value in node.members}, rule)

    def check_array(self, node, rule):
        """Checks a list and its elements."""
        if not rule.get("minItems", 0) <= len(node.items) <= rule.get("maxItems", len(node.items)):
            return ""
        for index, item in enumerate(node.items):
            path = self.check(item, rule["items"])
            if path is not None:
                return f"/{index}{path}"
        texts = [item.text for item in node.items]
        return "" if rule.get("uniqueItems") and len(set(texts)) < len(texts) else None

    def check_string(self, node, rule):
        """Checks a string, in which a surrogate may be alone only in packets (TST-142)."""
        if node.lone and not rule.get("x-surrogates"):
            return ""
        return None if re.fullmatch(rule.get("pattern", "(?s:.*)").strip("^$"), node.text) else ""

    def check_integer(self, node, rule):
        """Checks an integer, which is written without fraction and exponent."""
        if not INTEGER.fullmatch(node.text):
            return ""
        if "minimum" not in rule:
            return None
        # More digits than Python converts are outside any range.
        inside = len(node.text) < 20 and rule["minimum"] <= int(node.text) <= rule.get("maximum", LARGEST)
        return None if inside else ""

    def check_boolean(self, node, rule):
        """Accepts a boolean."""
        return None


SCHEMA = RequestSchema(read_json(os.path.join(SPEC, "testee-request.schema.json")))
