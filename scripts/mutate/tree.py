# SPDX-License-Identifier: Apache-2.0
"""Chooses mutants, plants them in a copy of the sources, and builds the copy once for all of them."""

import filecmp
import json
import os
import random
import re
import shutil
import subprocess
import sys

from kinds import ARITHMETIC, COMPARISON, KINDS, candidates

SUPPORT = '''// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The number of the mutant that is active in this process, or 0.
public let activeMutant: Int = unsafe getenv("IMWIRE_MUTANT").map { unsafe Int(atoi($0)) } ?? 0

@inline(__always) public func mutantCondition(_ id: Int, _ value: Bool) -> Bool { value != (activeMutant == id) }
@inline(__always) public func mutantAnd(_ id: Int, _ value: Bool) -> Bool { value && activeMutant != id }
@inline(__always) public func mutantOr(_ id: Int, _ value: Bool) -> Bool { value || activeMutant == id }
@inline(__always) public func mutantConstant<Value: FixedWidthInteger>(_ id: Int, _ value: Value) -> Value {
    activeMutant == id ? value &+ 1 : value
}
'''


def spread(files, count, seed, wanted=None, excluded=frozenset()):
    """`count` candidates, spread evenly by file and kind, in an order that depends on nothing but the seed."""
    chance = random.Random(seed)
    pools = {}
    for source in files:
        for one in candidates(source):
            if wanted is not None and one.key not in wanted:
                continue
            pools.setdefault(one.kind, {}).setdefault(source.path, []).append(one)
    for kind in KINDS:
        for path in sorted(pools.get(kind, {})):
            chance.shuffle(pools[kind][path])
    order = sorted({path for kind in pools.values() for path in kind})
    chance.shuffle(order)
    taken = dict.fromkeys(order, 0)
    ranges = {}
    chosen, kinds = [], list(KINDS)
    while len(chosen) < count and kinds:
        for kind in list(kinds):
            paths = [path for path in order if pools.get(kind, {}).get(path)]
            if not paths:
                kinds.remove(kind)
                continue
            path = min(paths, key=taken.__getitem__)
            one = pools[kind][path].pop()
            used = ranges.setdefault(path, [])
            key = one.key
            if key in excluded or any(one.start <= end and start <= one.end for start, end in used):
                continue
            used.append((one.start, one.end))
            taken[path] += 1
            chosen.append(one)
            if len(chosen) == count:
                break
    return sorted(chosen, key=lambda one: (one.source.path, one.start))


def operator_name(number):
    return "\u2234" + chr(0x2200 + number // 200) + chr(0x2200 + number % 200)


def declaration(number, word, after):
    """The operator of a mutant, which is `word` unless the mutant is active."""
    name = operator_name(number)
    if word in COMPARISON:
        group, limit, result, left = "ComparisonPrecedence", "Equatable" if word in ("==", "!=") else "Comparable", "Bool", ""
    elif word in ("&&", "||"):
        group = "LogicalConjunctionPrecedence" if word == "&&" else "LogicalDisjunctionPrecedence"
        return (f"infix operator {name}: {group}\n@inline(__always) public func {name}(a: Bool, b: @autoclosure () throws -> Bool)"
                f" rethrows -> Bool {{ activeMutant == {number} ? try a {after} b() : try a {word} b() }}\n")
    elif word.endswith("="):
        return (f"infix operator {name}: AssignmentPrecedence\n@inline(__always) public func {name}<Value: FixedWidthInteger>"
                f"(a: inout Value, b: Value) {{ if activeMutant == {number} {{ a {after} b }} else {{ a {word} b }} }}\n")
    else:
        group = ("BitwiseShiftPrecedence" if "<<" in word or ">>" in word else
                 "AdditionPrecedence" if word in ("+", "-", "&+", "&-", "|", "^") else "MultiplicationPrecedence")
        limit, result, left = "FixedWidthInteger", "Value", ""
    return (f"infix operator {name}: {group}{left}\n@inline(__always) public func {name}<Value: {limit}>"
            f"(a: Value, b: Value) -> {result} {{ activeMutant == {number} ? a {after} b : a {word} b }}\n")


def plant(root, tree, numbered):
    """Writes the sources with all mutants into `tree`, which keeps files that do not change."""
    tracked = subprocess.run(["git", "-C", root, "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout
    texts = {}
    for name in filter(None, tracked.decode().split("\0")):
        if name.split("/")[0] in ("Package.swift", "Sources", "Tests", "Fixtures", "Spec", "Examples", "Bindings"):
            texts[name] = None
    support = [SUPPORT]
    by_path = {}
    for number, one in numbered.items():
        by_path.setdefault(one.source.path, []).append((number, one))
        if one.operator:
            support.append(declaration(number, *one.operator))
    for path, ones in by_path.items():
        text = ones[0][1].source.text
        edits = [(low, high, new.format(id=number, operator=operator_name(number)))
                 for number, one in ones for low, high, new in one.edits]
        for low, high, new in sorted(edits, reverse=True):
            text = text[:low] + new + text[high:]
        texts[path] = text
    texts["Sources/IMWire/Mutants.swift"] = "".join(support)
    with open(os.path.join(root, "Package.swift"), encoding="utf-8") as file:
        texts["Package.swift"] = file.read().replace(".treatAllWarnings(as: .error)", ".treatAllWarnings(as: .warning)")
    for name, text in texts.items():
        target, source = os.path.join(tree, name), os.path.join(root, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if text is None:
            if not os.path.exists(target) or not filecmp.cmp(source, target, shallow=False):
                shutil.copyfile(source, target)
            continue
        if os.path.exists(target):
            with open(target, encoding="utf-8") as file:
                if file.read() == text:
                    continue
        with open(target, "w", encoding="utf-8") as file:
            file.write(text)


def compile_tree(tree, scratch, product):
    """Builds a product, and returns the places of the compiler's errors as pairs of path and line."""
    flags = ["-c", "release", "-debug-info-format", "none", "-Xswiftc", "-assert-config", "-Xswiftc", "Debug",
             "--traits", "Tools,Peers", "--package-path", tree, "--scratch-path", scratch]
    done = subprocess.run(["swift", "build", *flags, "--product", product], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, env={**os.environ, "IMWIRE_QUICK": "1"})
    if not done.returncode:
        return set()
    found = re.findall(r"^(/\S+\.swift):(\d+):\d+: error: ", done.stdout, re.M)
    if not found:
        sys.exit(done.stdout[-4000:] + "\nmutants: the copy does not build")
    return {(os.path.relpath(path, os.path.realpath(tree)), int(line)) for path, line in found}


def build(root, folder, files, count, seed, wanted=None):
    """The mutants by number: those that compile, after as many builds as it takes to find them."""
    tree, scratch = os.path.join(folder, "tree"), os.path.join(folder, "build")
    memory = os.path.join(folder, "excluded.json")
    excluded = set()
    if os.path.exists(memory):
        with open(memory, encoding="utf-8") as file:
            excluded = set(json.load(file))
    while True:
        chosen = spread(files, count, seed, wanted, frozenset(excluded))
        numbered = dict(enumerate(chosen, 1))
        plant(root, tree, numbered)
        print(f"Building {len(chosen)} mutants: some minutes the first time …", file=sys.stderr)
        errors = compile_tree(tree, scratch, "imwire")
        if not errors:
            return numbered, scratch
        bad = [one for one in chosen if any(
            path == one.source.path and one.line <= line <= one.source.line(one.end) for path, line in errors)]
        # An initialiser that lacks a statement is wrong where it ends.
        bad += [one for one in chosen if one.kind == "statement" and one not in bad and any(
            path == one.source.path and one.line < line < one.line + 20 for path, line in errors)]
        if not bad:
            sys.exit(f"mutants: an error at {sorted(errors)[0]}, where no mutant is")
        excluded |= {one.key for one in bad}
        with open(memory, "w", encoding="utf-8") as file:
            json.dump(sorted(excluded), file)
        print(f"{len(bad)} mutants do not compile and are replaced", file=sys.stderr)
