# SPDX-License-Identifier: Apache-2.0
"""Runs the suite, and then the codecs' tests, with one mutant active.

The limit is one of processor time, so that a busy machine does not change a result.
"""

import os
import re
import resource
import subprocess

MEMORY = 3 << 30
SECONDS = 30
SECONDS_OF_WALL = 1200
# What the runner reports of a testee that used up its time.
ENDED = re.compile("signal 24|exit status 152|CPU time limit")
ENDED_BY_LIMIT = (-24, -9)
FAILED = re.compile(r'. Test (?:"([^"]*)"|(\w+\(\))).*? (?:recorded an issue|failed after)')
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def limiter(seconds):
    """What a child does first to limit itself."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return limit


def environment(number):
    return {**os.environ, "IMWIRE_MUTANT": str(number), "SWIFT_BACKTRACE": "enable=no"}


def run(command, number, folder, seconds):
    """The status, or None if the command did not end in `seconds` of processor time, and the output."""
    try:
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", env=environment(number), timeout=SECONDS_OF_WALL,
                              preexec_fn=limiter(seconds))
    except subprocess.TimeoutExpired:
        return None, ""
    return (None if done.returncode in ENDED_BY_LIMIT else done.returncode), done.stdout


def first_case(output):
    """The case that a run with --fail-fast found, as a run prints how to repeat it."""
    found = re.search(r"--only '?([^'\s]+)", output)
    return found.group(1) if found else None


def suite(tool, number, tree):
    """The result of the suite and the first case that fails, or None if all pass.

    A testee with the mutant is asked by a runner without it, because the runner reads its cases with the same codec. It
    is asked each case once; the splits and truncations of streams, which take ten times longer, are run in one process,
    and what that finds is asked of the testee again.
    """
    ended = os.path.join(os.path.dirname(tree), f"ended-{number}")

    def ask(*options):
        if os.path.exists(ended):
            os.remove(ended)
        # A testee that a signal ended is not started again: the runner would wait for it once for each case that it
        # had asked.
        testee = (f"[ ! -e {ended} ] || exit 1; env IMWIRE_MUTANT={number} {tool} testee; status=$?; "
                  f"[ $status -lt 128 ] || : >{ended}; exit $status")
        return run([tool, "conform", "--fail-fast", "--timeout", "300000", "--hello-timeout", "300000", *options,
                    "--testee", testee], 0, tree, SECONDS)

    status, output = ask("--no-replays")
    declined = re.search(r"(\d+) skipped", output) if status == 0 else None
    if declined:
        return "killed by the suite", f"{declined.group(1)} cases are declined"
    if status == 0:
        status, output = run([tool, "conform", "--fail-fast"], number, tree, SECONDS)
        case = first_case(output) if status == 1 else None
        if status and (case is None or ask("--only", case)[0] == 0):
            status, output = ask()
    if status == 0:
        return None
    result = "timed out" if status is None or ENDED.search(output) else "killed by the suite"
    return result, first_case(output) or "the testee does not start"


def noticed(runner, testee, number, case, root):
    """Whether the suite notices a mutant in a testee: in the case that noticed it before, or else in any.

    Replays of all cases are left out, because they take minutes with a testee.
    """
    command = [runner, "conform", "--fail-fast", "--timeout", "5000", "--hello-timeout", "5000",
               "--testee", f"env IMWIRE_MUTANT={number} {testee}"]
    for options in (["--no-replays", "--only", case], ["--only", case], ["--no-replays"]):
        status, output = run(command + options, 0, root, SECONDS)
        if status in (None, 1, 3) or status == 0 and "--only" not in options and re.search(r"\d+ skipped", output):
            return True
    return False


def failing_tests(binary, number, tree, module, usual=None):
    """The names of the tests of a module that fail, or None if they do not end in time.

    With `usual`, the run ends at the first failure that is not one of these.
    """
    command = [binary, "--testing-library", "swift-testing", "--filter", rf"^{module}Tests\."]
    names = set()
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", env=environment(number), preexec_fn=limiter(300)) as process:
        for line in process.stdout:
            failed = FAILED.match(ANSI.sub("", line))
            if failed:
                names.add(failed.group(1) or failed.group(2))
                if usual is not None and names - usual:
                    process.kill()
                    return names
    if process.returncode in ENDED_BY_LIMIT:
        return None
    return names or ({"crash"} if process.returncode else set())


def tests(binary, number, tree, module, usual):
    """The result of a module's own tests and the first that fails and is not one of `usual`, or None if all pass."""
    names = failing_tests(binary, number, tree, module, usual)
    if names is None:
        return "timed out", ""
    others = sorted(names - usual)
    return ("killed by tests", others[0]) if others else None
