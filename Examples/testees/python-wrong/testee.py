#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python testee with bugs that some platform has or had, or that are easily introduced.

The Python testee itself is correct, and this one inserts bugs into it: all of them, or those named with --bug. Its
answers must not be used as a reference.
"""
import argparse
import os

import catalogue
import contentbugs  # noqa: F401
import sessionbugs  # noqa: F401
import testee as right  # the correct one, whose folder catalogue puts first in the path
import wirebugs     # noqa: F401


def main():
    """Reads the options and answers requests with the bugs inserted."""
    options = argparse.ArgumentParser(description="A testee with bugs.")
    options.add_argument("--bug", action="append", choices=sorted(catalogue.BUGS), metavar="NAME",
                         help="insert only this bug; may be repeated")
    options.add_argument("--list", action="store_true", help="list the bugs and exit")
    given = options.parse_args()
    if given.list:
        for each in catalogue.BUGS.values():
            print(f"{each.name}\t{each.breaks}\t{each.client}\t{each.sentence}")
        return
    for name in given.bug or catalogue.BUGS:
        catalogue.BUGS[name].insert()
    right.HELLO["name"] = "imwire-python-wrong"
    right.main()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
