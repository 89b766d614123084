# SPDX-License-Identifier: Apache-2.0
"""The tests. Ten minutes after their start they are terminated, and show where they were waiting."""

import faulthandler

faulthandler.dump_traceback_later(600, exit=True)
