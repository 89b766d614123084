// SPDX-License-Identifier: Apache-2.0

/// What an exploration limits: each schedule has at most a stated number of each.
package enum ExploreBound: String, Hashable, Sendable, CaseIterable {
    /// Messages that applications send.
    case messages
    /// Messages that the server or the service sends of its own accord.
    case posts
    /// Recalls of messages that were sent.
    case recalls
    /// Messages that are lost in transit.
    case losses
    /// Messages that arrive twice.
    case duplicates
    /// Receipts that are overtaken by what was sent after them.
    case reorderings
    /// Directions of connections that transmit nothing any more, of which neither side is informed.
    case blocks
    /// Connections that break.
    case cuts
    /// Restarts of the server with the memory that it has written.
    case restarts
    /// Client processes that end and start again with what the application has kept.
    case kills
    /// Connections that users request after all attempts have failed.
    case connects
    /// Times at which a timer fires although something is still in transit.
    case delays

    /// The place of the bound in a list of all.
    fileprivate var place: Int {
        switch self {
        case .messages: 0
        case .posts: 1
        case .recalls: 2
        case .losses: 3
        case .duplicates: 4
        case .reorderings: 5
        case .blocks: 6
        case .cuts: 7
        case .restarts: 8
        case .kills: 9
        case .connects: 10
        case .delays: 11
        }
    }
}

/// The number of each thing that a schedule may still contain, 0 to 250.
package struct ExploreBounds: Hashable, Sendable {
    private var counts = SIMD16<UInt8>()

    /// Creates bounds; everything that is not named is 0.
    package init(_ bounds: [ExploreBound: Int] = [:]) {
        for (bound, count) in bounds { self[bound] = count }
    }

    /// The number for one bound.
    package subscript(_ bound: ExploreBound) -> Int {
        get { Int(counts[bound.place]) }
        set { counts[bound.place] = UInt8(clamping: min(newValue, 250)) }
    }

    /// Changes the bounds to those of a text such as `messages=2,cuts=1`, or returns false if it is not of this form.
    package mutating func change(_ text: String) -> Bool {
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let bound = ExploreBound(rawValue: String(sides[0])),
                let count = Int(sides[1]), (0...250).contains(count)
            else { return false }
            self[bound] = count
        }
        return true
    }

    /// The bounds other than 0, as text.
    package var text: String {
        ExploreBound.allCases.filter { self[$0] > 0 }.map { "\($0.rawValue)=\(self[$0])" }.joined(separator: ",")
    }

    /// Returns a hash of a state with these bounds.
    func mixed(with hash: UInt64) -> UInt64 {
        var sum: UInt64 = 0
        for place in ExploreBound.allCases.indices { sum = sum &* 251 &+ UInt64(counts[place]) }
        return hash ^ (sum &+ 1) &* 0x9FB2_1C65_1E98_DF25
    }
}
