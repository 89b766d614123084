# SPDX-License-Identifier: Apache-2.0
"""From frames to units: joins fragments, inflates units, and splits batches (FRM-050 to FRM-070)."""
import struct
import zlib

from strictjson import Fault


class OpenSet:
    """The fragments of one unit received so far."""

    def __init__(self, frame, time):
        self.start, self.time, self.flags = frame.start, time, frame.flags
        self.count, self.total = frame.fragment[1:3]
        self.parts = {}     # index -> (offset, bytes)

    def add(self, frame):
        """Adds a fragment, or refuses it (FRM-053 to FRM-055)."""
        index, count, total, offset = frame.fragment
        place, end = frame.place, offset + len(frame.payload)
        if (count, total, frame.flags) != (self.count, self.total, self.flags):
            raise Fault("frame.fragmentConflict", place)
        if index in self.parts:
            raise Fault("frame.fragmentDuplicate", place)
        below = max((other for other in self.parts if other < index), default=None)
        above = min((other for other in self.parts if other > index), default=None)
        before = 0 if below is None else self.parts[below][0] + len(self.parts[below][1])
        behind = total if above is None else self.parts[above][0]
        if before > offset or behind < end:
            raise Fault("frame.fragmentOverlap", place + 8)
        gaps = [(offset - before, index - (-1 if below is None else below) - 1),
                (behind - end, (count if above is None else above) - index - 1)]
        if any(room < parts or (parts == 0 and room) for room, parts in gaps):
            raise Fault("frame.fragmentConflict", place)
        self.parts[index] = (offset, frame.payload)

    def joined(self):
        """Returns the unit, or None while a fragment is missing."""
        if len(self.parts) < self.count:
            return None
        return b"".join(self.parts[index][1] for index in range(self.count))


class Joiner:
    """Holds the open sets of one connection."""

    def __init__(self, limits):
        self.limits, self.sets = limits, {}

    def expire(self, time):
        """Returns the faults of the sets that have become too old, oldest first (FRM-058)."""
        for sequence, each in sorted(self.sets.items(), key=lambda pair: (pair[1].time, pair[1].start)):
            if time - each.time > self.limits["fragmentAge"]:
                del self.sets[sequence]
                yield Fault("frame.fragmentAge", each.start)

    def add(self, frame, time):
        """Returns the unit that this fragment completes, or None."""
        opened = self.sets.get(frame.sequence)
        if opened is None:
            _, count, total, _ = frame.fragment
            if (len(self.sets) >= self.limits["openFragments"] or count > self.limits["fragmentCount"]
                    or total + sum(each.total for each in self.sets.values()) > self.limits["fragmentBytes"]):
                raise Fault("frame.fragmentLimit", frame.place)
            opened = OpenSet(frame, time)
        elif frame.fragment[1] > self.limits["fragmentCount"]:
            raise Fault("frame.fragmentLimit", frame.place)
        opened.add(frame)
        self.sets[frame.sequence] = opened
        unit = opened.joined()
        if unit is not None:
            del self.sets[frame.sequence]
        return unit


def inflate(unit, limits):
    """Inflates a deflated unit (FRM-060 to FRM-063). The offset of a fault is relative to the unit."""
    if len(unit) < 6:
        raise Fault("frame.inflate", 4)
    claimed, zipped = struct.unpack_from(">I", unit)[0], unit[4:]
    if claimed > limits["inflatedBytes"]:
        raise Fault("frame.inflateSize", 0)
    if claimed > limits["inflateRatio"] * len(zipped) and claimed > limits["inflateFloor"]:
        raise Fault("frame.inflateRatio", 0)
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(zipped, claimed + 1)
    except zlib.error:
        raise Fault("frame.inflate", 4) from None
    if len(data) > claimed:
        raise Fault("frame.inflateLength", 0)
    if not reader.eof:
        raise Fault("frame.inflate", 4)
    if len(data) < claimed:
        raise Fault("frame.inflateLength", 0)
    if reader.unused_data:
        raise Fault("frame.inflate", 4)
    return data


def divide(unit, limits):
    """Returns the messages of a batch: the position and the bytes of each (FRM-066 to FRM-068)."""
    if len(unit) < 4:
        raise Fault("frame.batch", 0)
    count, = struct.unpack_from(">I", unit)
    if count > limits["batchMessages"]:
        raise Fault("frame.batchLimit", 0)
    at, messages = 4, []
    for _ in range(count):
        if at + 4 > len(unit):
            raise Fault("frame.batch", 0)
        size, = struct.unpack_from(">I", unit, at)
        at += 4
        if size == 0 or at + size > len(unit):
            raise Fault("frame.batch", 0)
        messages.append((at, unit[at:at + size]))
        at += size
    if at != len(unit) or not messages:
        raise Fault("frame.batch", 0)
    return messages


def deflate(unit, limits):
    """Returns a unit deflated, or None if it is better sent uncompressed (FRM-065)."""
    zipped = zlib.compress(unit)
    if len(unit) < 256 or len(zipped) + 4 >= len(unit):
        return None
    if len(unit) > limits["inflateRatio"] * len(zipped) and len(unit) > limits["inflateFloor"]:
        return None
    return struct.pack(">I", len(unit)) + zipped


def batch(messages):
    """Returns messages as one unit (FRM-066)."""
    return struct.pack(">I", len(messages)) + b"".join(struct.pack(">I", len(each)) + each for each in messages)
