// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The machine `server`.
extension SessionScript {
    static func server(
        _ config: ScriptObject, _ events: [ScriptEvent], _ actions: inout [RawJSON]
    ) throws(Skip) {
        let configuration = try serverConfiguration(config)
        var sessions = ServerSession(configuration)
        for event in events {
            for step in sessions.handle(try serverEvent(event, configuration.beatBody), at: event.time) {
                actions.append(json(step))
            }
        }
    }

    private static func serverConfiguration(_ config: ScriptObject) throws(Skip) -> ServerConfiguration {
        try config.only([
            "groups", "blocked", "loginTimeout", "beatInterval", "beatMisses", "beatBody", "redeliverAfter",
            "batchLimit", "idPrefix", "echo", "keyLimit", "offlineLimit", "recallLimit",
        ])
        var configuration = ServerConfiguration()
        if let groups = config["groups"] {
            let members = ScriptObject(groups, "groups")
            for (name, _) in members.members { configuration.groups[name] = try members.strings(name) }
        }
        try config.set("blocked", &configuration.blocked)
        try config.set("loginTimeout", &configuration.loginTimeout)
        try config.set("beatInterval", &configuration.beatInterval)
        try config.set("beatMisses", &configuration.beatMisses)
        try config.set("beatBody", &configuration.beatBody)
        try config.set("redeliverAfter", &configuration.redeliverAfter)
        try config.set("batchLimit", &configuration.batchLimit)
        try config.set("idPrefix", &configuration.idPrefix)
        try config.set("echo", &configuration.echoesKeys)
        try config.set("keyLimit", &configuration.keyLimit)
        try config.set("offlineLimit", &configuration.offlineLimit)
        try config.set("recallLimit", &configuration.recallLimit)
        return configuration
    }

    private static func serverEvent(_ event: ScriptEvent, _ beatBody: String) throws(Skip) -> ServerEvent {
        switch event.name {
        case "accepted": return .accepted(connection: try event.requiredConnection())
        case "received":
            return .received(try event.messages(beatBody: beatBody), connection: try event.requiredConnection())
        case "error": return .error(try event.scope(), connection: try event.requiredConnection())
        case "closed": return .closed(connection: try event.requiredConnection())
        case "post": return .post(try event.message(beatBody: beatBody))
        case "restart": return .restart
        case "tick": return .tick
        default: throw Skip(reason: "a server has no event \(event.name) here")
        }
    }

    private static func json(_ step: Timed<ServerAction>) -> RawJSON {
        var writer: ScriptWriter
        switch step.action {
        case .login(let user, let connection):
            writer = step.writer("login")
            writer.member("user", user)
            writer.member("connection", connection)
        case .logout(let user, let connection):
            writer = step.writer("logout")
            writer.member("user", user)
            writer.member("connection", connection)
        case .store(let user, let message):
            writer = step.writer("store")
            writer.member("user", user)
            writer.member("messageID", message.messageID)
            writer.member("kind", message.kind.rawValue)
        case .remove(let user, let messageID, let kind):
            writer = step.writer("remove")
            writer.member("user", user)
            writer.member("messageID", messageID)
            writer.member("kind", kind.rawValue)
        case .overflow(let user, let messageID):
            writer = step.writer("overflow")
            writer.member("user", user)
            writer.member("messageID", messageID)
        case .write(let connection, let messages):
            writer = step.writer("write")
            writer.member("connection", connection)
            writer.member("messages", messages.map(\.json))
        case .beat(let connection):
            writer = step.writer("beat")
            writer.member("connection", connection)
        case .close(let connection, let reason):
            writer = step.writer("close")
            writer.member("connection", connection)
            writer.member("reason", reason.rawValue)
        }
        return writer.json
    }
}
