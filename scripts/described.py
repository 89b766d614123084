# SPDX-License-Identifier: Apache-2.0
"""Which members of JSON the schemas of a document describe."""


def resolved(schema, document):
    while "$ref" in schema:
        value = document
        for part in schema["$ref"].removeprefix("#/").split("/"):
            value = value[part.replace("~1", "/").replace("~0", "~")]
        schema = value
    return schema


def parts(schema, document):
    """Returns the schemas of which a value may have the members."""
    schema = resolved(schema, document)
    inner = [part for name in ("allOf", "anyOf") for part in schema.get(name, [])]
    return [schema] + [found for part in inner for found in parts(part, document)]


def undescribed(value, schema, document, path=""):
    """Returns the paths of members that the schema does not describe; an object without properties may have any."""
    schemas = parts(schema, document)
    if isinstance(value, list):
        items = [found["items"] for found in schemas if "items" in found]
        return [name for item in value for name in undescribed(item, {"anyOf": items}, document, path + "/0")]
    properties = {name: rule for found in schemas for name, rule in found.get("properties", {}).items()}
    if not isinstance(value, dict) or not properties:
        return []
    names = []
    for name, inner in value.items():
        here = f"{path}/{name}"
        names += undescribed(inner, properties[name], document, here) if name in properties else [here]
    return names
