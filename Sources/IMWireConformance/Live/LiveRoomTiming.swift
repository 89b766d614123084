// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The timing of a chatroom scenario, which moves events that are too near to a time that decides (LIV-073).
///
/// An event is moved only if the actions of the machine stay the same.
package struct LiveRoomTiming: Sendable {
    private let config: RawJSON
    private let late: Int64
    /// The maximum number of events whose times are examined, because each is tried several times.
    private static let limit = 200

    init(_ config: RawJSON, late: Int64) {
        self.config = config
        self.late = late
    }

    /// Returns the times at which the events are played.
    func times(_ events: [RawJSON]) throws(LiveSkip) -> [Int64] {
        guard events.count <= LiveRoomTiming.limit else {
            throw LiveSkip("it has more than \(LiveRoomTiming.limit) events")
        }
        // A time that precedes the previous one is replaced by it (SES-002).
        var times: [Int64] = []
        for event in events { times.append(max(times.last ?? 0, event["at"]?.number?.int64 ?? 0)) }
        guard let wanted = trace(events, times) else { return times }
        for index in events.indices.dropFirst() {
            if isSteady(events, times, index, wanted) { continue }
            guard
                let moved = [2 * late, -2 * late].lazy.map({ move(times, index, $0) })
                    .first(where: { trace(events, $0) == wanted && isSteady(events, $0, index, wanted) })
            else {
                throw LiveSkip(
                    "event \(index) is less than \(late) ms from a deciding time, which is more precise than a wire"
                )
            }
            times = moved
        }
        return times
    }

    /// Returns whether the events lead to the scenario's actions whenever the server may have handled them.
    ///
    /// - Parameters:
    ///   - sent: the time at which each event was sent, up to the one that is checked.
    ///   - answered: the time at which the answer to each event arrived.
    package func isExact(_ events: [RawJSON], sent: [Int64], answered: [Int64]) -> Bool {
        guard let wanted = trace(events, events.map { $0["at"]?.number?.int64 ?? 0 }) else { return true }
        let count = min(sent.count, answered.count, events.count, LiveRoomTiming.limit)
        for index in 0..<count {
            for (before, present) in [(answered, sent), (sent, answered)] {
                let times = before[..<index] + [max(present[index], before[..<index].last ?? 0)]
                if trace(Array(events[...index]), Array(times)) != Array(wanted[...index]) { return false }
            }
        }
        return true
    }

    /// Returns whether the events up to this one lead to the same actions if it is late, or if those before it are.
    private func isSteady(_ events: [RawJSON], _ times: [Int64], _ index: Int, _ wanted: [[String]]) -> Bool {
        [late, -late].allSatisfy { offset in
            let moved = move(times, index, offset)
            let trace = trace(Array(events[...index]), Array(moved[...index]))
            return trace == Array(wanted[...index])
        }
    }

    /// Returns the times with one event moved, but not before the previous one, and with no later event before it.
    private func move(_ times: [Int64], _ index: Int, _ offset: Int64) -> [Int64] {
        var times = times
        times[index] = max(times[index - 1], times[index] + offset)
        for next in times.indices.dropFirst(index + 1) { times[next] = max(times[next], times[index]) }
        return times
    }

    /// Returns the actions of each event without their times, or nil if the machine cannot run the events.
    private func trace(_ events: [RawJSON], _ times: [Int64]) -> [[String]]? {
        guard let run = try? SessionScript.machine("chatroom", ScriptObject(config, "config")) else { return nil }
        var all: [[String]] = []
        for (event, time) in zip(events, times) {
            var actions = ScriptActions()
            let timed = RawJSON.object(
                [("at", .integer(Int(time)))] + (event.members ?? []).filter { $0.name != "at" })
            guard let script = try? ScriptEvent(timed), (try? run(script, &actions)) != nil else { return nil }
            all.append(actions.all.map { RawJSON.object(($0.members ?? []).filter { $0.name != "at" }).text })
        }
        return all
    }
}
