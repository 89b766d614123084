// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// An arrangement of the events of a client's scenario in an order that is possible on a wire (LIV-016).
///
/// A connection is open as soon as the client requests it, and so is TLS: `opened` and `secured` move to that place. A
/// connection that is closed without having been opened is opened, and what arrives over it is skipped.
struct LiveArrangement {
    private let machine: String
    private let isSecure: Bool

    init(_ machine: String, isSecure: Bool) {
        self.machine = machine
        self.isSecure = isSecure
    }

    func arranged(
        _ events: [RawJSON], _ config: RawJSON
    ) throws(LiveSkip) -> (events: [RawJSON], failing: Set<Int>) {
        var wanted = events[...]
        var result: [RawJSON] = []
        var failing: Set<Int> = []
        var connection = 0
        do throws(SessionScript.Skip) {
            let run = try SessionScript.machine(machine, ScriptObject(config, "config"))
            func connects(_ event: RawJSON) throws(SessionScript.Skip) -> [(number: Int, at: Int64)] {
                var actions = ScriptActions()
                try run(try ScriptEvent(event), &actions)
                return actions.all.filter { ["connect", "open"].contains($0["action"]?.string) }.map {
                    connection += 1
                    return (connection, $0["at"]?.number?.int64 ?? 0)
                }
            }
            while let event = wanted.first {
                let name = event["event"]?.string ?? ""
                let at = event["at"]?.number?.int64 ?? 0
                var asked = try connects(tick(at))
                for begun in asked { try open(begun, wanted, &result, &failing, run) }
                wanted.removeFirst()
                if name == "opened" || name == "secured" { continue }
                let number = event["connection"]?.number?.int64.map { Int($0) } ?? connection
                guard number == connection || connection == 0 else {
                    throw SessionScript.Skip(
                        reason: "an event about an earlier connection, which cannot occur on a wire")
                }
                result.append(event)
                asked = try connects(event)
                for begun in asked { try open(begun, wanted, &result, &failing, run) }
            }
        } catch {
            throw LiveSkip(error.reason)
        }
        return (result, failing)
    }

    private func tick(_ at: Int64) -> RawJSON { .object([("at", .integer(Int(at))), ("event", "tick")]) }

    /// Adds `opened` after the event that requested the connection, unless the connection is to fail.
    private func open(
        _ begun: (number: Int, at: Int64), _ wanted: ArraySlice<RawJSON>, _ result: inout [RawJSON],
        _ failing: inout Set<Int>, _ run: SessionScript.Machine
    ) throws(SessionScript.Skip) {
        let next = wanted.first { ["opened", "closed", "connect"].contains($0["event"]?.string) }
        guard next?["event"]?.string == "opened" else {
            failing.insert(begun.number)
            return
        }
        for name in machine == "client" && isSecure ? ["opened", "secured"] : ["opened"] {
            let event = RawJSON.object([("at", .integer(Int(begun.at))), ("event", RawJSON(name))])
            result.append(event)
            var actions = ScriptActions()
            try run(try ScriptEvent(event), &actions)
        }
    }
}
