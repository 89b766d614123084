# SPDX-License-Identifier: Apache-2.0
"""A client for RongCloud's packets, written only from the specification in Spec/."""
