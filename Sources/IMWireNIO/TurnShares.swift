// SPDX-License-Identifier: Apache-2.0

#if Live

import NIOCore

/// The turns of an event loop, of which every peer of a server has a share.
///
/// What a peer has sent beyond its share waits for the next turn, in which other channels are read first. While a turn
/// suffices for everybody, peers are served in the order in which they have sent something. Otherwise those that have
/// caused little work lately come first, so that however many peers flood a server, the others wait for a few of their
/// shares only. All members must be used on the event loop.
package final class TurnShares {
    private let loop: any EventLoop
    /// The peers that wait for their share, in their order.
    private var line: [TurnShare] = []
    /// The number of peers in the line that cause little work and have had no share yet of what they have sent.
    private var fresh = 0
    /// The work in nanoseconds from which a peer comes after the others, if a turn does not suffice for everybody.
    private var limit: Int64?
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
    /// The size of a small request, in bytes.
    private static let smallRequest = 4_096
    /// The work in nanoseconds that is never much.
    private static let smallWork: Int64 = 2_000_000
    /// The time until the next turn, which lets the loop look at all sockets first.
    private static let pause = TimeAmount.microseconds(50)

    package init(on loop: any EventLoop) {
        self.loop = loop
    }

    /// Handles what a peer has sent at once if the turn has time for it; otherwise in a later turn.
    func offer(_ peer: TurnShare) {
        let isFirst = fresh == 0 || fresh > TurnShares.orderly
        guard hasTime, isFirst, line.isEmpty || isLight(peer) else {
            return wait(peer, isFresh: isLight(peer))
        }
        spend(peer.run(TurnShares.shares.upperBound))
        if peer.isWaiting { wait(peer) }
    }

    private func isLight(_ peer: TurnShare) -> Bool { limit.map { peer.work < $0 } ?? true }

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
        peer.isFresh = isFresh
        if isFresh { fresh += 1 }
        line.append(peer)
        schedule()
    }

    func forget(_ peer: TurnShare) {
        let count = line.count
        line.removeAll { $0 === peer }
        // In the middle of a turn, the peer is not in the line, and is not counted.
        if peer.isFresh, line.count < count { fresh -= 1 }
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
        let peers = inOrder(line)
        (line, fresh) = ([], 0)
        if peers.isEmpty { return }
        let share = TurnShares.shares.clamped(TurnShares.turn / Int64(peers.count))
        var used: Int64 = 0
        var served = 0
        for peer in peers {
            if used >= TurnShares.turn { break }
            served += 1
            // A small request is handled whole, because its rest would come behind later requests (LIV-141).
            let isWhole = peer.isFresh && peer.waitingBytes <= TurnShares.smallRequest
            peer.isFresh = false
            used += peer.run(isWhole ? TurnShares.shares.upperBound : share)
        }
        // Those who had no share come before those who had one.
        for peer in peers.dropFirst(served) {
            peer.isQueued = false
            wait(peer, isFresh: peer.isFresh)
        }
        for peer in peers.prefix(served) where peer.isWaiting { wait(peer) }
        limit = line.isEmpty ? nil : max(TurnShares.smallWork, line.reduce(0) { $0 + $1.work } / Int64(line.count) / 2)
    }

    /// Puts those that have caused much work behind the others, except that one of them has a share in each turn.
    private func inOrder(_ peers: [TurnShare]) -> [TurnShare] {
        let heavy = peers.filter { !isLight($0) }
        return heavy.prefix(1) + peers.filter(isLight) + heavy.dropFirst()
    }
}

extension ClosedRange<Int64> {
    fileprivate func clamped(_ value: Int64) -> Int64 { Swift.max(lowerBound, Swift.min(value, upperBound)) }
}

#endif
