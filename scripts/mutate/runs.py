# SPDX-License-Identifier: Apache-2.0
"""Runs the suite, and then the codecs' tests, with one mutant active."""

import os
import re
import resource
import subprocess

MEMORY = 4 << 30
TESTS = r"^(IMWireTests|IMWireRMTPTests|IMWireServerAPITests)\."


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(command, number, folder, seconds):
    """The status, or None if the command did not end in time, and the end of the output."""
    environment = {**os.environ, "IMWIRE_MUTANT": str(number), "IMWIRE_QUICK": "1"}
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment,
                              timeout=seconds, preexec_fn=limited, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout


def suite(tool, number, tree, seconds=60):
    """The result of the suite and the first case that fails, or None if all pass.

    A mutant that breaks the runner itself, which reads its cases with the same codec, says nothing of the cases. It is
    asked again as a testee of a runner without mutants.
    """
    status, output = run([tool, "conform", "--fail-fast"], number, tree, seconds)
    if status not in (0, 1):
        testee = f"env IMWIRE_MUTANT={number} {tool} testee"
        status, output = run([tool, "conform", "--fail-fast", "--testee", testee], 0, tree, seconds * 2)
    if status == 0:
        return None
    if status is None:
        return "timed out", ""
    if status != 1:
        return "killed by the suite", "the testee does not start"
    found = re.search(r"^ +again .*--only '?([^'\s]+)", output, re.M)
    return "killed by the suite", found.group(1) if found else ""


def tests(binary, number, tree, seconds=300):
    """The result of the tests and the first test that fails, or None if all pass."""
    status, output = run([binary, "--testing-library", "swift-testing", "--filter", TESTS], number, tree, seconds)
    if status == 0:
        return None
    if status is None:
        return "timed out", ""
    found = re.search(r"Test (?:\"([^\"]*)\"|(\S+)) (?:recorded an issue|failed)", output)
    return "killed by tests", (found.group(1) or found.group(2)) if found else "crash"
