// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// Puts a session to the built-in machines with a tick before each event, and cut behind each (TST-093), without a line
/// of JSON for each: as ``StreamRereading`` does with streams.
package enum SessionRereading {
    /// Whether the replays of a session do what the accepted answer to the whole says.
    package static func agrees(_ item: Case, with answer: TesteeAnswer) -> Bool {
        guard case .ok(let ok) = answer, let whole = ok["actions"]?.elements else { return false }
        let events = item.input.member("events")?.elements ?? []
        var taken: [Int] = []
        do {
            let session = try SessionScript.Session(
                machine: item.input.member("machine"), config: item.input.member("config"),
                events: item.input.member("events"))
            var actions = ScriptActions.kept
            try session.run(session.events, &actions) { taken.append($0.count) }
            guard actions.count == whole.count else { return false }
            for index in events.indices {
                let tick = try ScriptEvent(SessionReplay.tick(before: events[index]))
                var ticked = actions.compared
                try session.run(session.events[..<index] + [tick] + session.events[index...], &ticked) { _ in }
                guard ticked.agrees else { return false }
            }
        } catch {
            return false
        }
        return item.expectations.contains { expectation in
            ActionComparison.fault(in: whole, outcome: expectation.json) == nil
                && areEnough(whole, taken, events, expectation.json)
        }
    }

    /// Whether a machine that is stopped behind any event but the last has taken all actions from before its time: what
    /// it had taken then are the first actions of the whole, since no machine sees the next event.
    ///
    /// - Parameter taken: how many actions there were behind each event.
    private static func areEnough(
        _ actions: [RawJSON], _ taken: [Int], _ events: [RawJSON], _ outcome: RawJSON
    ) -> Bool {
        let only = outcome["only"]?.elements?.compactMap(\.string)
        func counts(_ action: RawJSON) -> Bool { only?.contains(action["action"]?.string ?? "") ?? true }
        let times = (outcome["actions"]?.elements ?? []).filter(counts).map(ActionComparison.time)
        var judged = 0
        var seen = 0
        for (event, count) in zip(events, taken).dropLast() {
            while seen < count {
                if counts(actions[seen]) { judged += 1 }
                seen += 1
            }
            let at = event["at"]?.number?.int64 ?? 0
            if judged < ActionComparison.due(in: times, before: SessionRange.time(at, after: at)) { return false }
        }
        return true
    }
}
