# SPDX-License-Identifier: Apache-2.0
"""Writes a copy of the sources in which every mutant is planted, and IMWIRE_MUTANT selects the active one."""

import filecmp
import os
import shutil
import subprocess
import sys

from kinds import COMPARISON
from sources import MODULES

FOLDERS = ("Package.swift", "Sources", "Tests", "Fixtures", "Spec", "Examples", "Bindings")
TESTS = ("IMWireTests", "IMWireRMTPTests", "IMWireServerAPITests")
HEADER = "Sources/CIMWireKernels/include/CIMWireKernels.h"
DECLARED = """/// The number of the active mutant, or 0.
extern int cimwire_active_mutant;
static inline int cimwire_mutant(void) { return cimwire_active_mutant; }
"""
DEFINED = """#include <stdlib.h>
#include "CIMWireKernels.h"
int cimwire_active_mutant = 0;
__attribute__((constructor)) static void choose(void) {
    const char *text = getenv("IMWIRE_MUTANT");
    if (text) cimwire_active_mutant = atoi(text);
}
"""
SUPPORT = """public import CIMWireKernels

@inlinable @inline(__always) func mutant(_ id: Int32) -> Bool { cimwire_mutant() == id }
@inlinable @inline(__always) func mutantCondition(_ id: Int32, _ value: Bool) -> Bool { value != mutant(id) }
@inlinable @inline(__always) func mutantAnd(_ id: Int32, _ value: Bool) -> Bool { value && !mutant(id) }
@inlinable @inline(__always) func mutantOr(_ id: Int32, _ value: Bool) -> Bool { value || mutant(id) }
@inlinable @inline(__always) func mutantConstant<Value: FixedWidthInteger>(_ id: Int32, _ value: Value) -> Value {
    mutant(id) ? value &+ 1 : value
}
"""


def operator_name(number):
    return "\u2234" + chr(0x2200 + number // 200) + chr(0x2200 + number % 200)


def declaration(number, word, after):
    """The operator of a mutant, which is `word` unless the mutant is active."""
    name = operator_name(number)
    start = f"@inlinable @inline(__always) func {name}"
    if word in ("&&", "||"):
        group = "LogicalConjunctionPrecedence" if word == "&&" else "LogicalDisjunctionPrecedence"
        function = (f"{start}(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
                    f"{{ mutant({number}) ? try a {after} b() : try a {word} b() }}")
    elif word in COMPARISON:
        group, limit = "ComparisonPrecedence", "Equatable" if word in ("==", "!=") else "Comparable"
        function = (f"{start}<Value: {limit}>(a: Value, b: Value) -> Bool "
                    f"{{ mutant({number}) ? a {after} b : a {word} b }}")
    elif word.endswith("="):
        group = "AssignmentPrecedence"
        function = (f"{start}<Value: FixedWidthInteger>(a: inout Value, b: Value) "
                    f"{{ if mutant({number}) {{ a {after} b }} else {{ a {word} b }} }}")
    else:
        group = ("BitwiseShiftPrecedence" if "<<" in word or ">>" in word else
                 "AdditionPrecedence" if word in ("+", "-", "&+", "&-", "|", "^") else "MultiplicationPrecedence")
        function = (f"{start}<Value: FixedWidthInteger>(a: Value, b: Value) -> Value "
                    f"{{ mutant({number}) ? a {after} b : a {word} b }}")
    return f"infix operator {name}: {group}\n{function}\n"


def planted(text, ones):
    """The text of a file with its mutants, which are pairs of a number and a candidate. No line moves."""
    edits = [(low, high, new.format(id=number, operator=operator_name(number)))
             for number, one in ones for low, high, new in one.edits]
    for low, high, new in sorted(edits, reverse=True):
        text = text[:low] + new + text[high:]
    return text


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as file:
        return file.read()


def changed_files(root, numbered):
    """The texts of the files of the copy that differ from the sources."""
    by_path = {}
    for number, one in numbered.items():
        by_path.setdefault(one.source.path, []).append((number, one))
    texts = {path: planted(ones[0][1].source.text, ones) for path, ones in by_path.items()}
    for module in MODULES:
        own = [(number, one) for number, one in numbered.items() if one.operator and one.source.module == module]
        texts[f"Sources/{module}/Mutants.swift"] = SUPPORT + "".join(
            declaration(number, *one.operator) for number, one in own)
    texts[HEADER] = read(root, HEADER).replace("#include <stdint.h>\n", "#include <stdint.h>\n" + DECLARED, 1)
    texts["Sources/CIMWireKernels/mutant.c"] = DEFINED
    # Only the tests of the codecs are built, and what reads the specification is not optimized.
    package = read(root, "Package.swift")
    names = ", ".join(f'"{name}"' for name in TESTS)
    for old, new in (
            (".treatAllWarnings(as: .error)", ".treatAllWarnings(as: .warning)"),
            ("+ tests + (isLive ? liveTests : [])", f"+ tests.filter {{ [{names}].contains($0.name) }}"),
            ('["IMWire", "Schemas"], swiftSettings: tools)', '["IMWire", "Schemas"], swiftSettings: tools + quick)')):
        if old not in package:
            sys.exit(f"mutants: Package.swift no longer contains {old}")
        package = package.replace(old, new)
    texts["Package.swift"] = package
    return texts


def in_copy(name):
    """Whether a file of the project is part of the copy."""
    return name.split("/")[0] in FOLDERS


def plant(root, tree, numbered, belongs=in_copy, others=None):
    """Writes the copy into `tree`, where files that do not change keep their times.

    The copy has the files that `belongs` selects, and the texts of `others` in place of the project's.
    """
    tracked = subprocess.run(["git", "-C", root, "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout
    names = [name for name in tracked.decode().split("\0") if belongs(name)]
    texts = {**changed_files(root, numbered), **(others or {})}
    for name in sorted({*names, *texts}):
        source, target = os.path.join(root, name), os.path.join(tree, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if name not in texts:
            if os.path.exists(source) and (
                    not os.path.exists(target) or not filecmp.cmp(source, target, shallow=False)):
                shutil.copyfile(source, target)
        elif not os.path.exists(target) or read(tree, name) != texts[name]:
            with open(target, "w", encoding="utf-8") as file:
                file.write(texts[name])
    remove_others(tree, {*names, *texts})


def remove_others(tree, names):
    """Removes the sources of the copy that the project no longer has."""
    for folder in ("Sources", "Tests", "Fixtures"):
        for place, _, files in os.walk(os.path.join(tree, folder)):
            for name in files:
                path = os.path.join(place, name)
                if os.path.relpath(path, tree) not in names:
                    os.remove(path)
