// SPDX-License-Identifier: Apache-2.0

import IMWire

extension SessionScript {
    /// Creates a server.
    ///
    /// - Parameter save: called with the memory at the beginning and after each event.
    package static func server(
        _ config: ScriptObject, save: ((ChatServerMemory) -> Void)? = nil
    ) throws(Skip) -> Machine {
        let configuration = try serverConfiguration(config)
        let heartbeat = configuration.heartbeat
        var sessions = ChatServerMachine(configuration, memory: try memory(config, configuration))
        var written = WrittenMessages()
        save?(sessions.memory)
        // A server that has restarted continues with the time at which it ended (SES-002).
        var latest = Int64.min
        return { (event, actions) throws(Skip) in
            latest = max(latest, event.time)
            for step in sessions.handle(try serverEvent(event, heartbeat), at: latest) {
                if case .write(let messages, let connections) = step.action {
                    for connection in connections {
                        try actions.append(
                            step,
                            step.json("write", ["connection": connection, "messages": written.json(of: messages)]))
                    }
                } else {
                    try actions.append(step, json(step))
                }
            }
            if event.name == "restart" { try restart(&sessions) }
            save?(sessions.memory)
        }
    }

    /// Returns the memory that an earlier process has saved, which is in serialized form (SES-110).
    package static func memory(
        _ config: ScriptObject, _ configuration: ChatServerMachine.Configuration
    ) throws(Skip) -> ChatServerMemory {
        guard let memory = config["memory"] else { return ChatServerMemory() }
        do throws(DecodeError) {
            return try ChatServerMemory(json: Array(memory.text.utf8), limits: ChatServerMemory.Limits(configuration))
        } catch {
            throw Skip(memory: error)
        }
    }

    /// Starts the next process with the memory that the previous one saved (SES-113).
    private static func restart(_ sessions: inout ChatServerMachine) throws(Skip) {
        do throws(DecodeError) {
            try sessions.restart()
        } catch {
            throw Skip(reason: "the memory cannot be read again: \(error)")
        }
    }

    package static func serverConfiguration(_ config: ScriptObject) throws(Skip) -> ChatServerMachine.Configuration {
        let heartbeat = try heartbeat(config)
        var options = ScriptOptions(config)
        var configuration = ChatServerMachine.Configuration()
        if let groups = options["groups"] {
            guard groups.kind == .object else { throw options.wrong("groups") }
            let members = ScriptObject(groups, "groups")
            for (name, _) in members.members {
                configuration.exactGroups[ExactText(name)] = try members.strings(name)
            }
        }
        try options.set(
            &configuration, ("blocked", \.blocked), ("loginTimeout", \.loginTimeout), ("beatInterval", \.beatInterval),
            ("beatMisses", \.beatMisses))
        configuration.heartbeat = heartbeat
        _ = options["beatBody"]
        try options.set(
            &configuration, ("redeliverAfter", \.redeliverAfter), ("batchLimit", \.batchLimit),
            ("idPrefix", \.idPrefix), ("echo", \.echoesKeys), ("keyLimit", \.keyLimit),
            ("offlineLimit", \.offlineLimit), ("recallLimit", \.recallLimit))
        _ = options["memory"]
        return try options.finish(configuration)
    }

    private static func serverEvent(_ event: ScriptEvent, _ heartbeat: ChatHeartbeatBody) throws(Skip)
        -> ChatServerMachine.Event
    {
        switch event.name {
        case "accepted": return .accepted(connection: try event.requiredConnection())
        case "received":
            return .received(try event.messages(heartbeat: heartbeat), connection: try event.requiredConnection())
        case "error": return .error(try event.scope(), connection: try event.requiredConnection())
        case "closed": return .closed(connection: try event.requiredConnection())
        case "post": return .post(try event.message(heartbeat: heartbeat))
        case "restart": return .restart
        case "tick": return .tick
        default: throw Skip(reason: "a server has no event \(event.name) here")
        }
    }

    private static func json(_ step: TimedAction<ChatServerMachine.Action>) -> RawJSON {
        switch step.action {
        case .login(let user, let connection): step.json("login", ["user": user, "connection": connection])
        case .logout(let user, let connection): step.json("logout", ["user": user, "connection": connection])
        case .store(let user, let message):
            step.json("store", ["user": user, "messageID": message.messageID, "kind": message.kind.rawValue])
        case .remove(let user, let messageID, let kind):
            step.json("remove", ["user": user, "messageID": messageID, "kind": kind.rawValue])
        case .overflow(let user, let messageID): step.json("overflow", ["user": user, "messageID": messageID])
        case .write: step.json("write")
        case .beat(let connection): step.json("beat", ["connection": connection])
        case .close(let connection, let reason):
            step.json("close", ["connection": connection, "reason": reason.rawValue])
        }
    }
}

/// The messages written last, with their JSON.
///
/// A server that delivers again writes the same messages, so their JSON is cached.
private struct WrittenMessages {
    private var messages: [EncodedChatMessage] = []
    private var json: [RawJSON] = []

    mutating func json(of messages: [EncodedChatMessage]) -> [RawJSON] {
        if messages != self.messages {
            self.messages = messages
            json = messages.map(\.json)
        }
        return json
    }
}
