# SPDX-License-Identifier: Apache-2.0
"""The machines of session.run, one module each."""
