# SPDX-License-Identifier: Apache-2.0
"""The heartbeats of the client generations (RMTP-140)."""


class Preset:
    """How a generation sends PINGREQs. Times in ms."""

    def __init__(self, interval, at_once, within, first_within, misses, scaled=False):
        self.interval, self.at_once, self.within, self.first_within = interval, at_once, within, first_within
        self.misses, self.scaled = misses, scaled

    def deadline(self, first, connecting):
        """Returns how long a PINGRESP may take; in `web3` it depends on how long connecting took."""
        if first and self.first_within:
            return self.first_within
        return min(6000, max(2000, 3 * connecting)) if self.scaled else self.within


PRESETS = {
    "web1": Preset(180000, False, 6000, None, 1),
    "web2": Preset(30000, True, 6000, 1600, 1),
    "web3": Preset(30000, True, None, 1000, 1, scaled=True),
    "web4": Preset(30000, False, 30000, None, 4),
    "web5": Preset(15000, False, 15000, None, 2),
}
