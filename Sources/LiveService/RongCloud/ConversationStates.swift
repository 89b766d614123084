// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The states of a user's conversations, in the order in which they changed.
struct ConversationStates: Sized, Sendable {
    /// A conversation's states with their size.
    struct Entry: Sized, Sendable {
        let body: RMTPBody.SessionState
        let bytes: Int

        init(_ body: RMTPBody.SessionState) {
            self.body = body
            bytes = 256 + 2 * ((try? body.encoded(isPartial: true).count) ?? 0)
        }
    }

    private var store = SizedStore<Conversation, Entry>()
    private var order: TimeIndex<Conversation>

    /// The maximum size of one conversation's states.
    private static let entryLimit = 16_384
    private static let itemLimit = 16

    init(_ work: ServiceWork) {
        order = TimeIndex(work)
    }

    var bytes: Int { store.bytes }
    /// The time of the last change, or nil if there is none.
    var version: Int64? { order.lastTime }

    /// Returns the states that result from changes, without storing them, or nil if one of them is too large.
    func merged(_ changes: [RMTPBody.SessionState], at time: Int64) -> [Conversation: Entry]? {
        var result: [Conversation: Entry] = [:]
        for change in changes {
            let place = Conversation(type: change.type?.rawValue ?? 1, target: change.channelID ?? "")
            let old = result[place] ?? store[place]
            guard old != nil || store.count + result.count < UserStore.conversations else { continue }
            var merged = old?.body ?? change
            let changed = Set(change.stateItem.map(\.sessionStateType))
            merged.stateItem.removeAll { changed.contains($0.sessionStateType) }
            let (limit, items) = (ConversationStates.itemLimit, merged.stateItem)
            merged.stateItem = items.suffix(limit) + change.stateItem.prefix(limit)
            merged.time = time
            let entry = Entry(merged)
            guard entry.bytes <= ConversationStates.entryLimit else { return nil }
            result[place] = entry
        }
        return result
    }

    /// Returns the number of bytes that storing entries adds.
    func growth(_ entries: [Conversation: Entry]) -> Int {
        entries.reduce(0) { $0 + $1.value.bytes - (store[$1.key]?.bytes ?? -$1.key.bytes - 96) }
    }

    /// Stores entries that changed at a time later than all others.
    mutating func set(_ entries: [Conversation: Entry], at time: Int64) {
        for (place, entry) in entries {
            if let old = store[place]?.body.time { order.remove(place, at: old) }
            order.add(place, at: time)
            store[place] = entry
        }
    }

    /// Returns the states that changed after a time, oldest first, as far as they fit in one answer, and the time up to
    /// which they reach.
    func changes(since time: Int64) -> RMTPBody.SessionStates {
        var output = RMTPBody.SessionStates()
        output.version = time
        var bytes = 0
        for index in order.count(upTo: time)..<order.count {
            let (time, place) = order[index]
            guard let entry = store[place] else { continue }
            bytes += entry.bytes
            // The states of one request have one time, and all of them are returned.
            if bytes > 2 * AnswerPage.bytes, time > output.version ?? 0 { return output }
            output.state.append(entry.body)
            output.version = time
        }
        return output
    }
}
