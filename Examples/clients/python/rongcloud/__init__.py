# SPDX-License-Identifier: Apache-2.0
"""A client of RongCloud's packets, written from the specification in Spec/ alone."""
