# SPDX-License-Identifier: Apache-2.0
"""Chooses the mutants of a seed, spread evenly by file and kind."""

import random

from kinds import KINDS, candidates

COUNT = 640


def overlaps(one, ranges):
    return any(one.start <= end and start <= one.end for start, end in ranges)


def spread(pools, count, seed, excluded):
    """`count` candidates that do not overlap, in an order that depends on nothing but the seed."""
    chance = random.Random(seed)
    queues, used = {}, {}
    for (kind, path), ones in sorted(pools.items()):
        queues[kind, path] = list(ones)
        chance.shuffle(queues[kind, path])
    order = sorted({path for _, path in pools})
    chance.shuffle(order)
    taken = dict.fromkeys(order, 0)
    chosen, kinds = [], list(KINDS)
    while len(chosen) < count and kinds:
        for kind in list(kinds):
            paths = [path for path in order if queues.get((kind, path))]
            if not paths:
                kinds.remove(kind)
                continue
            path = min(paths, key=taken.__getitem__)
            one = queues[kind, path].pop()
            ranges = used.setdefault(path, [])
            if one.key in excluded or overlaps(one, ranges):
                continue
            ranges.append((one.start, one.end))
            taken[path] += 1
            chosen.append(one)
            if len(chosen) == count:
                break
    return sorted(chosen, key=lambda one: (one.source.path, one.start))


def choose(files, excluded, wanted=None, count=COUNT, seed=0):
    """`count` mutants by number, of those whose keys are `wanted` if that is set."""
    pools = {}
    for source in files:
        for one in candidates(source):
            if wanted is None or one.key in wanted:
                pools.setdefault((one.kind, source.path), []).append(one)
    return dict(enumerate(spread(pools, count, seed, excluded), 1))
