# SPDX-License-Identifier: Apache-2.0
"""The list of bugs: each has a name, a sentence, the rules that it breaks, and who has it; and functions that insert a
bug.
"""
import os
import sys
from functools import wraps

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

import schemas  # noqa: E402

BUGS = {}


class Bug:
    """One bug, which can be enabled by itself."""

    def __init__(self, name, breaks, client, insert):
        self.name, self.breaks, self.client, self.insert = name, breaks, client, insert
        self.sentence = " ".join(insert.__doc__.split())


def bug(breaks, client):
    """Turns a function that changes the correct testee into a bug; its docstring is the sentence."""
    def add(function):
        name = function.__name__.replace("_", "-")
        BUGS[name] = Bug(name, breaks, client, function)
        return function
    return add


def around(owner, name):
    """Wraps a function of a class or module; the wrapper receives the original as its first argument."""
    def wrap(function):
        original = getattr(owner, name)
        setattr(owner, name, wraps(original)(lambda *given, **named: function(original, *given, **named)))
        return function
    return wrap


def rename(object_name, old, new):
    """Reads and writes a member of a type under another name only."""
    shape = schemas.TYPES[object_name].shape
    schemas.TYPES[object_name].shape = renamed(shape, old, new)


def renamed(shape, old, new):
    """Returns the shape with one member under another name, without its aliases."""
    members = {new if name == old else name: member for name, member in shape.members.items()}
    changed = schemas.Member(**{**vars(members[new]), "aliases": {}})
    return schemas.Shape({**members, new: changed}, shape.strays, shape.twin)


def rename_common(member, old, new):
    """Renames a member of a common object in every type that contains the object."""
    for known in schemas.TYPES.values():
        if known.shape and member in known.shape.members:
            holder = known.shape.members[member]
            if holder.shape and old in holder.shape.members:
                holder.shape = renamed(holder.shape, old, new)
