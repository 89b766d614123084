# SPDX-License-Identifier: Apache-2.0
"""Content types of an application, described by JSON Schemas (Spec/custom-types.md)."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path
from typing import Mapping, Union

from ._native import Handle, check, library, room


class Types(Handle):
    """The built-in types and those that an application's schemas describe, for ``types=`` of the functions on contents.

    ``schemas`` is a folder with files ``*.schema.json``, or their texts by their names. Raises Refused with a code of
    "Schema errors" in Spec/errors.md, a path in the file and a reason, for a schema that cannot be used; names that
    start with ``RC:`` are refused unless ``overrides_reserved`` is true.

    >>> types = Types({"gift.schema.json": '''{"x-objectName": "app:GiftMsg", "type": "object",
    ...     "properties": {"giftID": {"type": "string"}}, "required": ["giftID"]}'''})
    >>> types.names
    ['app:GiftMsg']
    """

    def __init__(
        self, schemas: Union[Mapping[str, Union[str, bytes]], str, Path], *, overrides_reserved: bool = False
    ) -> None:
        if isinstance(schemas, (str, Path)):
            schemas = {path.name: path.read_bytes() for path in sorted(Path(schemas).glob("*.schema.json"))}
        files = [
            {"name": name, "text": text if isinstance(text, str) else text.decode()} for name, text in schemas.items()]
        text = json.dumps(files).encode()
        super().__init__(
            "imwire_types_free", library.imwire_types_new, text, len(text), 1 if overrides_reserved else 0)

    @property
    def names(self) -> list[str]:
        """The names of the types that the schemas describe, in the order of the files."""
        room.buffer.size = 0
        check(library.imwire_types_names(self, room.buffer_place))
        names: list[str] = json.loads(ctypes.string_at(room.buffer.data, room.buffer.size))
        return names
