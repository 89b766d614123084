// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues

/// The first event of a script at which two machines act differently (FUZ-102).
///
/// An answer lists actions without the events that caused them. The codec is therefore run event by event, and the
/// testee's action is attributed to the first event that can have caused it: one that is not earlier than the action,
/// after all actions before it.
struct ActionDifference {
    /// The index of the event.
    let index: Int
    /// The name of the event.
    let event: String
    /// The codec's action, or nil if the testee has one action more.
    let mine: RawJSON?
    /// The testee's action, or nil if it has one action less.
    let theirs: RawJSON?

    /// Returns the first difference, or nil if the actions are equal.
    init?(_ mine: [RawJSON], _ theirs: [RawJSON], of request: TesteeRequest) {
        let mine = mine.map(ActionDifference.compared)
        let theirs = theirs.map(ActionDifference.compared)
        guard
            let place = (0..<max(mine.count, theirs.count)).first(where: { place in
                guard place < mine.count, place < theirs.count else { return true }
                return JSONEquality.difference(mine[place], theirs[place], spelling: false) != nil
            })
        else { return nil }
        self.mine = place < mine.count ? mine[place] : nil
        self.theirs = place < theirs.count ? theirs[place] : nil
        let events = request["events"]?.elements ?? []
        let counts = ActionDifference.counts(request)
        // The event that caused the last equal action; neither side can be earlier.
        let first = place == 0 ? 0 : counts.firstIndex { $0 >= place } ?? 0
        let own = self.mine == nil ? nil : counts.firstIndex { $0 > place }
        let time = self.theirs?["at"]?.number?.int64
        let foreign = time.flatMap { time in
            events.indices.dropFirst(first).first { (events[$0]["at"]?.number?.int64 ?? 0) >= time }
        }
        index = [own, foreign].compactMap(\.self).min() ?? max(0, events.count - 1)
        event = events.indices.contains(index) ? events[index]["event"]?.string ?? "?" : "?"
    }

    /// Returns an action with those parts of its body that are compared: the message and its value (RMTP-221).
    ///
    /// A body that cannot be read may be absent, or present without its value.
    private static func compared(_ action: RawJSON) -> RawJSON {
        guard let body = action["body"], let members = action.members else { return action }
        var kept = members.filter { $0.name != "body" }
        if let value = body["value"] {
            kept.append((name: "body", value: .object([("message", body["message"] ?? .null), ("value", value)])))
        }
        return .object(kept)
    }

    /// Returns the number of actions of the codec's machine after each event.
    private static func counts(_ request: TesteeRequest) -> [Int] {
        var counts: [Int] = []
        var actions = ScriptActions()
        guard
            let session = try? SessionScript.Session(
                machine: request["machine"], config: request["config"], events: request["events"]),
            (try? session.run(session.events, &actions, after: { counts.append($0.count) })) != nil
        else { return counts }
        return counts
    }
}
