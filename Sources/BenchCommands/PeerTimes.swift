// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

/// The times of the codec and of its peer, in nanoseconds.
struct PeerTimes {
    var ours: Double
    var peer: Double
    var ratio: Double { peer / ours }
}

#endif
