// SPDX-License-Identifier: Apache-2.0

/// The times of a conversation's messages in a user's boxes.
struct MessageThread: Sendable {
    private(set) var received: TimeIndex<Void>
    private(set) var sent: TimeIndex<Void>
    /// The messages received that count as unread until they are read.
    private var counted: TimeIndex<Void>

    init(_ work: ServiceWork) {
        (received, sent, counted) = (TimeIndex(work), TimeIndex(work), TimeIndex(work))
    }

    var isEmpty: Bool { received.isEmpty && sent.isEmpty }
    var lastTime: Int64? { [received.lastTime, sent.lastTime].compactMap(\.self).max() }

    /// Returns the number of messages received after a time that count as unread.
    func unread(since time: Int64) -> Int { counted.count - counted.count(upTo: time) }

    mutating func add(_ message: StoredMessage, isOwn: Bool) {
        if isOwn { return sent.add((), at: message.time) }
        received.add((), at: message.time)
        if message.isCounted { counted.add((), at: message.time) }
    }

    mutating func remove(_ message: StoredMessage, isOwn: Bool) {
        if isOwn { return sent.removeOne(at: message.time) }
        received.removeOne(at: message.time)
        if message.isCounted { counted.removeOne(at: message.time) }
    }

    /// Visits the times after a time in order, or those before it in reverse order, until `visit` returns false.
    func walk(from time: Int64, isForward: Bool, _ visit: (_ time: Int64, _ isOwn: Bool) -> Bool) {
        if isForward {
            var (next, nextOwn) = (received.count(upTo: time), sent.count(upTo: time))
            while next < received.count || nextOwn < sent.count {
                let one = next < received.count ? received[next].time : .max
                let own = nextOwn < sent.count ? sent[nextOwn].time : .max
                let isOwn = next >= received.count || nextOwn < sent.count && own < one
                if isOwn { nextOwn += 1 } else { next += 1 }
                if !visit(isOwn ? own : one, isOwn) { return }
            }
        } else {
            var (next, nextOwn) = (received.count(before: time) - 1, sent.count(before: time) - 1)
            while next >= 0 || nextOwn >= 0 {
                let one = next >= 0 ? received[next].time : .min
                let own = nextOwn >= 0 ? sent[nextOwn].time : .min
                let isOwn = next < 0 || nextOwn >= 0 && own >= one
                if isOwn { nextOwn -= 1 } else { next -= 1 }
                if !visit(isOwn ? own : one, isOwn) { return }
            }
        }
    }
}

extension TimeIndex<Void> {
    fileprivate mutating func removeOne(at time: Int64) {
        if let index = range(at: time).first { remove(at: index) }
    }
}
