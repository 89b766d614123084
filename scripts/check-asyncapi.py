#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates a document of AsyncAPI 3.0 with the package asyncapi3, and its references and schemas besides.

    scripts/check-asyncapi.py FILE

ASYNCAPI_SCHEMA names a file with the JSON Schema of AsyncAPI 3.0.0, with which the document is validated too.
"""

import json
import os
import sys

import asyncapi3
import jsonschema
import yaml


def resolve(document, reference):
    value = document
    for part in reference.removeprefix("#/").split("/"):
        value = value[part.replace("~1", "/").replace("~0", "~")]
    return value


def nodes(value, path="#"):
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        yield from nodes(item, f"{path}/{name}")


def main(path):
    with open(path) as file:
        document = yaml.safe_load(file)
    asyncapi3.AsyncAPI3.model_validate(document)
    references = 0
    for place, node in nodes(document):
        if isinstance(node, dict) and isinstance(node.get("$ref"), str):
            references += 1
            try:
                resolve(document, node["$ref"])
            except (KeyError, TypeError):
                sys.exit(f"{path}: {place} refers to {node['$ref']}, which does not exist")
        if place.endswith(("/payload", "/query")) or place.startswith("#/components/schemas/") and place.count("/") == 3:
            jsonschema.Draft7Validator.check_schema(node)
    official = os.environ.get("ASYNCAPI_SCHEMA")
    if official:
        with open(official) as file:
            schema = json.load(file)
        errors = jsonschema.validators.validator_for(schema)(schema).iter_errors(document)
        error = jsonschema.exceptions.best_match(errors)
        if error:
            sys.exit(f"{path}: {error.json_path}: {error.message[:400]}")
    counts = ", ".join(f"{len(document[name])} {name}" for name in ("channels", "operations"))
    print(f"{path}: OK ({counts}, {references} references{', official schema' if official else ''})")


main(sys.argv[1])
