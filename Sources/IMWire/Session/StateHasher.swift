// SPDX-License-Identifier: Apache-2.0

/// A hasher for the canonical form of a state, with the same result in every process.
///
/// States that differ only in the present time or in arbitrary names have the same canonical form: times are relative
/// to the present, and ids and numbers of connections are replaced by what they stand for.
package struct StateHasher {
    /// The hash of everything that was combined so far.
    package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15
    /// The numbers that stand for names, which the caller states in advance for the names that it knows.
    private var names: [(text: String, number: UInt64)] = []
    /// The connections in a canonical order.
    private var connections: [Int] = []
    /// The connection to which the ids of packets belong that are combined next.
    package var scope = 0
    /// The user whose clock has given the times that are combined next.
    package var user = ""
    /// The ids of packets that have occurred.
    private var packetIDs: [UInt64] = []
    /// The number for the first name that the caller has not stated.
    private static var firstUnknown: UInt64 { 1 << 32 }

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - names: the names with a known meaning, and the number of that meaning, below 2³².
    ///   - connections: the numbers of the connections in a canonical order.
    package init(names: [(text: String, number: UInt64)] = [], connections: [Int] = []) {
        self.names = names
        self.connections = connections
    }

    /// Combines a number.
    package mutating func combine(_ number: UInt64) {
        let (high, low) = (value ^ number &* 0xA24B_AED4_963E_E407).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
        value = high ^ low &+ number
    }

    /// Combines a number.
    package mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

    /// Combines a flag.
    package mutating func combine(_ flag: Bool) { combine(flag ? 1 : 0 as UInt64) }

    /// Combines the time from `now` to a later time.
    package mutating func combine(_ time: Int64, from now: Int64) { combine(UInt64(bitPattern: time &- now)) }

    /// Combines a text that has the same meaning in every state, such as a user or a key.
    package mutating func combine(text: String?) {
        guard let text else { return combine(UInt64.max) }
        var sum: UInt64 = 0
        for byte in text.utf8 { sum = sum &* 0x100_0000_01B3 ^ UInt64(byte) }
        combine(sum)
    }

    /// Combines an arbitrary name, such as an id, by its number; names without one are numbered by their first
    /// occurrence.
    package mutating func combine(name: String?) {
        guard let name else { return combine(UInt64.max) }
        if let known = names.first(where: { $0.text.equals(name) }) { return combine(known.number) }
        let number = StateHasher.firstUnknown + UInt64(names.count)
        names.append((name, number))
        combine(number)
    }

    /// Combines a time that the clock of the sender of a message has assigned to it, by its first occurrence.
    ///
    /// Without a sender, the clock is that of ``user``.
    ///
    /// The clocks are independent, so equal times of two users have nothing in common.
    package mutating func combine(time: String?, of sender: String?) {
        combine(name: time.map { "\($0) \(sender ?? user)" })
    }

    /// Combines the id of a packet on the connection `scope` by its first occurrence.
    package mutating func combine(id: UInt16?, ofServer: Bool) {
        guard let id else { return combine(UInt64.max) }
        let token = UInt64(scope) << 17 | (ofServer ? 1 << 16 : 0) | UInt64(id)
        let place = packetIDs.firstIndex(of: token)
        if place == nil { packetIDs.append(token) }
        combine(place ?? packetIDs.count - 1)
    }

    /// Combines a connection by its place in the canonical order.
    package mutating func combine(connection: Int) {
        combine(connections.firstIndex(of: connection) ?? -1)
    }

    /// Combines elements whose order has no meaning.
    package mutating func combine<Element>(
        unordered elements: some Sequence<Element>, _ body: (inout StateHasher, Element) -> Void
    ) {
        let before = value
        var sum: UInt64 = 0
        for element in elements {
            value = 0x2545_F491_4F6C_DD1D
            body(&self, element)
            sum &+= value
        }
        value = before
        combine(sum)
    }
}

/// A machine whose states can be enumerated.
package protocol ExplorableMachine: SessionMachine, ~Copyable {
    /// Creates a copy of a machine in its present state.
    init(copying other: borrowing Self)
    /// Combines the canonical form of the state with a hash.
    func hash(into hasher: inout StateHasher)
}

extension MachineCore {
    /// Combines the running timers with a hash, as the times until they are due.
    package func hash(into hasher: inout StateHasher, _ name: (inout StateHasher, Timer) -> Void) {
        for timer in timers.running {
            name(&hasher, timer.name)
            hasher.combine(timer.due, from: now)
        }
    }
}

extension SessionTimers {
    /// The running timers in the order in which they are due.
    fileprivate var running: [(name: Name, due: Int64)] {
        heap.filter { live[$0.name] == $0.order }.sorted { $0.isBefore($1) }.map { ($0.name, $0.due) }
    }
}
