// SPDX-License-Identifier: Apache-2.0

import IMWire

extension SessionScript {
    package static func client(_ config: ScriptObject) throws(Skip) -> Machine {
        let configuration = try clientConfiguration(config)
        let heartbeat = configuration.heartbeat
        let event = { (event: ScriptEvent) throws(Skip) in try clientEvent(event, heartbeat) }
        return function(ChatClientMachine(configuration), event, json)
    }

    package static func clientConfiguration(_ config: ScriptObject) throws(Skip) -> ChatClientMachine.Configuration {
        let heartbeat = try heartbeat(config)
        var options = ScriptOptions(config)
        var configuration = ChatClientMachine.Configuration(user: try options.required("user"))
        try options.set(
            &configuration, ("deviceType", \.deviceType), ("versionCode", \.versionCode), ("epoch", \.epoch),
            ("tls", \.usesTLS), ("loginTimeout", \.loginTimeout), ("beatInterval", \.beatInterval),
            ("beatMisses", \.beatMisses))
        configuration.heartbeat = heartbeat
        _ = options["beatBody"]
        try options.set(&configuration, ("reconnectLimit", \.reconnectLimit))
        if let backoff = options["backoff"] {
            // `-0` is the integer 0 in a list, as it is for an option that is a single number (SES-142).
            let waits = backoff.elements?.compactMap { $0.number?.text == "-0" ? 0 : $0.number?.int64 } ?? []
            if waits.count == backoff.elements?.count {
                configuration.backoff = waits
            } else {
                options.refuse("backoff")
            }
        }
        try options.set(
            &configuration, ("receiptTimeout", \.receiptTimeout), ("resendLimit", \.resendLimit),
            ("outgoingLimit", \.outgoingLimit), ("seenLimit", \.seenLimit), ("seen", \.seen))
        return try options.finish(configuration)
    }

    private static func clientEvent(_ event: ScriptEvent, _ heartbeat: ChatHeartbeatBody) throws(Skip)
        -> ChatClientMachine.Event
    {
        switch event.name {
        case "connect": return .connect
        case "opened": return .opened(connection: try event.connection())
        case "secured": return .secured(connection: try event.connection())
        case "received":
            return .received(try event.messages(heartbeat: heartbeat), connection: try event.connection())
        case "error": return .error(try event.scope(), connection: try event.connection())
        case "closed": return .closed(connection: try event.connection())
        case "send":
            return .send(
                key: try event.members.required("key"), try event.message(sentAs: .normal, heartbeat: heartbeat))
        case "recall":
            return .recall(
                key: try event.members.required("key"), try event.message(sentAs: .repeal, heartbeat: heartbeat))
        case "disconnect": return .disconnect
        case "tick": return .tick
        default: throw Skip(reason: "a client has no event \(event.name) here")
        }
    }

    private static func json(_ step: TimedAction<ChatClientMachine.Action>) -> RawJSON {
        switch step.action {
        case .state(let state, let code): step.json("state", ["state": state.rawValue, "code": code])
        case .connect(let connection): step.json("connect", ["connection": connection])
        case .secure: step.json("secure")
        case .write(let message): step.json("write", ["message": message.json])
        case .beat: step.json("beat")
        case .close: step.json("close")
        case .deliver(let messages, let remaining):
            step.json("deliver", ["messages": messages.map(\.json), "remaining": remaining])
        case .drop(let messageID): step.json("drop", ["messageID": messageID])
        case .recalled(let messageID, let user, let key):
            step.json("recalled", ["messageID": messageID, "by": user, "key": key])
        case .sent(let key, let messageID): step.json("sent", ["key": key, "messageID": messageID])
        case .failed(let key, let reason, let code):
            step.json("failed", ["key": key, "reason": reason.rawValue, "code": code])
        case .deviation(let id): step.json("deviation", ["id": id])
        }
    }
}
