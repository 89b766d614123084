// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// The turns of an event loop, of which every peer of a server has a share.
///
/// What a peer has sent beyond its share waits for the next turn, in which other channels are read first. Peers that
/// have caused little work lately come before those that have caused much, so that however many peers flood a server,
/// the others wait for a few of their shares only. All members must be used on the event loop.
package final class TurnShares {
    private let loop: any EventLoop
    /// The peers that wait for their share and have caused little work lately, and the others.
    private var light: [TurnShare] = []
    private var heavy: [TurnShare] = []
    /// The number of light peers that have had no share yet of what they have sent.
    private var fresh = 0
    /// The time spent in this turn on peers whose data was handled at once.
    private var spent: Int64 = 0
    private var isScheduled = false

    /// The time of one turn, in nanoseconds.
    private static let turn: Int64 = 20_000_000
    /// The longest and the shortest share of a turn, in nanoseconds.
    private static let shares: ClosedRange<Int64> = 200_000...2_000_000
    /// The number of peers without a share up to which nobody overtakes them (LIV-141).
    ///
    /// The requests of a page arrive on several connections. If more peers wait, whoever sends something comes first.
    private static let orderly = 128
    /// The time until the next turn, which lets the loop look at all sockets first.
    private static let pause = TimeAmount.microseconds(50)

    package init(on loop: any EventLoop) {
        self.loop = loop
    }

    /// Handles what a peer has sent at once if the turn has time for it; otherwise in a later turn.
    func offer(_ peer: TurnShare) {
        let isFirst = fresh == 0 || fresh > TurnShares.orderly
        let hasOthers = !light.isEmpty || !heavy.isEmpty
        guard hasTime, isFirst, !hasOthers || peer.isLight else { return wait(peer, isFresh: true) }
        spend(peer.run(TurnShares.shares.upperBound))
        if peer.isWaiting { wait(peer) }
    }

    /// Whether this turn has time for data that is handled at once.
    var hasTime: Bool { spent < TurnShares.turn }

    /// Records time that was spent on data that was handled at once.
    func spend(_ time: Int64) {
        if spent == 0 { loop.assumeIsolated().execute { [weak self] in self?.spent = 0 } }
        spent += max(1, time)
    }

    private func wait(_ peer: TurnShare, isFresh: Bool = false) {
        if peer.isQueued { return }
        peer.isQueued = true
        if peer.isLight {
            light.append(peer)
            peer.isFresh = isFresh
            if isFresh { fresh += 1 }
        } else {
            heavy.append(peer)
        }
        schedule()
    }

    /// Removes a peer that has gone.
    func forget(_ peer: TurnShare) {
        let count = light.count
        light.removeAll { $0 === peer }
        // In the middle of a turn, the peer is in neither list, and is not counted.
        if peer.isFresh, light.count < count { fresh -= 1 }
        heavy.removeAll { $0 === peer }
        peer.isQueued = false
        peer.isFresh = false
    }

    private func schedule() {
        if isScheduled { return }
        isScheduled = true
        loop.assumeIsolated().scheduleTask(in: TurnShares.pause) { [weak self] in self?.turn() }
    }

    private func turn() {
        isScheduled = false
        // At least one of the heavy peers has a share in each turn.
        let line = heavy.prefix(1) + light + heavy.dropFirst()
        (light, heavy, fresh) = ([], [], 0)
        if line.isEmpty { return }
        let share = TurnShares.shares.clamped(TurnShares.turn / Int64(line.count))
        var used: Int64 = 0
        var served = 0
        for peer in line {
            if used >= TurnShares.turn { break }
            served += 1
            peer.isFresh = false
            used += peer.run(share)
        }
        // Those who had no share come before those who had one.
        for peer in line.dropFirst(served) {
            peer.isQueued = false
            wait(peer, isFresh: peer.isFresh)
        }
        for peer in line.prefix(served) where peer.isWaiting { wait(peer) }
    }
}

extension ClosedRange<Int64> {
    fileprivate func clamped(_ value: Int64) -> Int64 { Swift.max(lowerBound, Swift.min(value, upperBound)) }
}

#endif
