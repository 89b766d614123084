# SPDX-License-Identifier: Apache-2.0
"""The command line: ``python -m imwire``."""

from .command import main

if __name__ == "__main__":
    main()
