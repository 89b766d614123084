// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A replay of a session on the built-in machines with a tick before each event, and cut after each (TST-093).
///
/// As in ``StreamRereading``, no replay needs a JSON request.
package enum SessionRereading {
    /// Returns whether every replay leads to the actions of the accepted answer to the whole session.
    package static func agrees(_ item: Case, with answer: TesteeAnswer) -> Bool {
        guard case .ok(let ok) = answer, let whole = ok["actions"]?.elements else { return false }
        let events = item.input.member("events")?.elements ?? []
        var counts: [Int] = []
        do {
            let session = try SessionScript.Session(
                machine: item.input.member("machine"), config: item.input.member("config"),
                events: item.input.member("events"))
            var actions = ScriptActions.kept
            try session.run(session.events, &actions) { counts.append($0.count) }
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
                && areEnough(whole, counts, events, expectation.json)
        }
    }

    /// Returns whether a machine that stops after any event but the last has done all actions due before that event.
    ///
    /// The machine need not run again. It does not see the next event, so its actions are the first of the whole
    /// session.
    ///
    /// - Parameter counts: the number of actions after each event.
    private static func areEnough(
        _ actions: [RawJSON], _ counts: [Int], _ events: [RawJSON], _ outcome: RawJSON
    ) -> Bool {
        let only = outcome["only"]?.elements?.compactMap(\.string)
        func isCompared(_ action: RawJSON) -> Bool { only?.contains(action["action"]?.string ?? "") ?? true }
        let times = (outcome["actions"]?.elements ?? []).filter(isCompared).map(ActionComparison.time)
        var compared = 0
        var seen = 0
        for (event, count) in zip(events, counts).dropLast() {
            while seen < count {
                if isCompared(actions[seen]) { compared += 1 }
                seen += 1
            }
            let at = event["at"]?.number?.int64 ?? 0
            if compared < ActionComparison.due(in: times, before: SessionRange.time(at, after: at)) { return false }
        }
        return true
    }
}
