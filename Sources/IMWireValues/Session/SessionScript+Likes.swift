// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The machine `likes` (CRM-060).
extension SessionScript {
    package static func likes(_ config: ScriptObject) throws(Skip) -> Machine {
        var options = ScriptOptions(config)
        var configuration = LikeMachine.Configuration()
        try options.set(&configuration, ("interval", \.interval))
        return function(LikeMachine(try options.finish(configuration)), likeEvent, json)
    }

    private static func likeEvent(_ event: ScriptEvent) throws(Skip) -> LikeMachine.Event {
        switch event.name {
        case "like": return .like
        case "leave": return .leave
        case "tick": return .tick
        default: throw Skip(reason: "the machine likes has no event \(event.name) here")
        }
    }

    private static func json(_ step: TimedAction<LikeMachine.Action>) -> RawJSON {
        switch step.action {
        case .send(let count): step.json("send", ["count": count])
        }
    }
}
