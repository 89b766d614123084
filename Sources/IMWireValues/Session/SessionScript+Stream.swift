// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The machine `stream` (SES-130).
extension SessionScript {
    package static func stream(_ config: ScriptObject) throws(Skip) -> Machine {
        var options = ScriptOptions(config)
        var configuration = StreamPullMachine.Configuration()
        try options.set(&configuration, ("isSync", \.isSynchronized), ("textBytes", \.textBytes), ("chunks", \.chunks))
        return function(StreamPullMachine(try options.finish(configuration)), streamEvent, json)
    }

    private static func streamEvent(_ event: ScriptEvent) throws(Skip) -> StreamPullMachine.Event {
        let members = event.members
        switch event.name {
        case "request": return .request
        case "begin": return .begin
        case "chunk":
            var chunk = ContentStreamChunk(content: "", isComplete: false, sequence: 0)
            chunk.clearSequence()
            if let sequence = try members.exactNumber("seq") { chunk.sequence = sequence }
            if let content = try members.string("content") { chunk.content = content }
            if let isComplete = try members.boolean("complete") { chunk.isComplete = isComplete }
            chunk.completeReason = try members.exactNumber("completeReason")
            return .chunk(chunk)
        case "end":
            return .end(code: try members.number("code") ?? 0, stopReason: try members.number("stopReason"))
        case "tick": return .tick
        default: throw Skip(reason: "the machine stream has no event \(event.name) here")
        }
    }

    private static func json(_ step: TimedAction<StreamPullMachine.Action>) -> RawJSON {
        switch step.action {
        case .pull: step.json("pull")
        case .refused(let code): step.json("refused", ["code": code])
        case .initialized: step.json("init")
        case .delta(let sequence, let content, let length):
            step.json("delta", ["seq": sequence, "content": content, "length": length])
        case .completed(let result):
            step.json(
                "complete",
                [
                    "code": result.code, "content": result.content, "complete": result.isComplete,
                    "completeReason": result.completeReason, "stopReason": result.stopReason,
                    "isSync": result.isSynchronized,
                    "missing": result.missing.map { [$0.lowerBound, $0.upperBound] },
                ])
        }
    }
}
