# SPDX-License-Identifier: Apache-2.0
"""Finds the mutants that do not compile, and builds the copy.

The compiler reports the errors of all files of a module at once if it only checks them, which takes some seconds; so a
few rounds find all mutants that do not compile, and the copy is built once.
"""

import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys

from choose import choose
from plant import plant
from sources import MODULES

NEARBY = 30


def check(root, modules, module, output):
    """The places of the compiler's errors in a module, as pairs of path and line, and what it prints."""
    maps = ["CZlib/module.modulemap", "CIMWireKernels/include/module.modulemap"]
    files = glob.glob(os.path.join(root, "Sources", module, "**", "*.swift"), recursive=True)
    command = ["swiftc", "-wmo", "-parse-as-library", "-swift-version", "6", "-strict-memory-safety",
               "-enable-experimental-feature", "Lifetimes", "-suppress-warnings", "-module-name", module,
               "-package-name", "imwire", "-module-cache-path", os.path.join(modules, "cache"), "-I", modules, *output]
    for name in maps:
        command += ["-Xcc", "-fmodule-map-file=" + os.path.join(root, "Sources", name)]
    done = subprocess.run(command + files, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not done.returncode:
        return set(), ""
    found = re.findall(r"^(/\S+\.swift):(\d+):\d+: error: ", done.stdout, re.M)
    return {(os.path.relpath(path, root), int(line)) for path, line in found}, done.stdout


def faulty(numbered, errors):
    """The keys of the mutants that cause errors: those on the line, or else those above it, or all of the file."""
    bad = set()
    for path, line in errors:
        own = [one for one in numbered.values() if one.source.path == path]
        here = [one for one in own if one.line <= line <= one.source.line(one.end)]
        # What an initializer or a function lacks is reported where it ends.
        above = [one for one in own if line - NEARBY < one.line < line]
        bad |= {one.key for one in here or [one for one in above if one.kind in ("statement", "exit")] or above or own}
    return bad


def newest_source(root):
    """When the newest source of the codec modules was changed."""
    paths = [path for module in MODULES
             for path in glob.glob(os.path.join(root, "Sources", module, "**", "*.swift"), recursive=True)]
    return max(map(os.path.getmtime, paths))


def chosen(root, folder, files, seed, known):
    """The mutants of a seed that compile and are not `known`, by number, planted in the copy."""
    tree, modules = os.path.join(folder, "tree"), os.path.join(folder, "modules")
    memory = os.path.join(folder, "excluded.json")
    os.makedirs(modules, exist_ok=True)
    excluded = set()
    if os.path.exists(memory):
        with open(memory, encoding="utf-8") as file:
            excluded = set(json.load(file))
    module, stamp = os.path.join(modules, "IMWire.swiftmodule"), os.path.join(folder, "checked")
    if not os.path.exists(module) or os.path.getmtime(module) < newest_source(root):
        _, text = check(root, modules, "IMWire", ["-emit-module", "-emit-module-path", module])
        if text:
            sys.exit(text[-4000:] + "\nmutants: the sources do not compile")
    while True:
        numbered = choose(files, excluded | known, seed=seed)
        plant(root, tree, numbered)
        if os.path.exists(stamp) and os.path.getmtime(stamp) > newest_source(tree):
            return numbered
        print(f"Checking {len(numbered)} mutants …", file=sys.stderr)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            output = ["-emit-sil", "-o", os.devnull]
            results = list(pool.map(lambda module: check(tree, modules, module, output), MODULES))
        errors = set().union(*(places for places, _ in results))
        if not any(text for _, text in results):
            with open(stamp, "w", encoding="utf-8"):
                return numbered
        with open(os.path.join(folder, "errors.txt"), "a", encoding="utf-8") as file:
            file.writelines(text for _, text in results)
        bad = faulty(numbered, errors)
        if not bad:
            sys.exit(f"mutants: the copy does not compile, see {file.name}")
        excluded |= bad
        with open(memory, "w", encoding="utf-8") as file:
            json.dump(sorted(excluded), file, indent=0, ensure_ascii=False)
        print(f"{len(bad)} mutants do not compile and are replaced", file=sys.stderr)


def build(folder, product, *traits):
    """Builds a product of the copy, and returns the folder of the products."""
    flags = ["-c", "release", "-debug-info-format", "none", "-Xswiftc", "-assert-config", "-Xswiftc", "Debug",
             # As in set_quick_flags of lib.sh.
             "--use-integrated-swift-driver", "-Xswiftc", "-disable-cmo", "-Xswiftc", "-emit-module-separately-wmo",
             *traits, "--package-path", os.path.join(folder, "tree"),
             "--scratch-path", os.path.join(folder, "build")]
    print(f"Building {product}: some minutes the first time …", file=sys.stderr)
    done = subprocess.run(["swift", "build", *flags, "--product", product], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, env={**os.environ, "IMWIRE_QUICK": "1"})
    if done.returncode:
        sys.exit(done.stdout[-6000:] + "\nmutants: the copy does not build")
    return os.path.join(folder, "build", "release")
