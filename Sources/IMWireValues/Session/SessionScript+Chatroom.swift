// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The machine `chatroom`.
extension SessionScript {
    package static func chatroom(_ config: ScriptObject) throws(Skip) -> Machine {
        var rooms = ChatroomMachine(try chatroomConfiguration(config))
        return { (event, actions) throws(Skip) in
            for step in rooms.handle(try chatroomEvent(event), at: event.time) { try actions.append(step, json(step)) }
        }
    }

    package static func chatroomConfiguration(_ config: ScriptObject) throws(Skip) -> ChatroomMachine.Configuration {
        var options = ScriptOptions(config)
        var configuration = ChatroomMachine.Configuration()
        try options.set("rooms", &configuration.rooms)
        try options.set("kept", &configuration.kept)
        try options.set("joinCount", &configuration.joinCount)
        try options.set("capacity", &configuration.capacity)
        try options.set("rate", &configuration.rate)
        try options.set("rateWindow", &configuration.rateWindow)
        configuration.lowTypes = (try options.strings("lowTypes") ?? []).map { ObjectName(rawValue: $0) }
        try options.set("lowDrop", &configuration.lowDrop)
        try options.set("highDrop", &configuration.highDrop)
        return try options.finish(configuration)
    }

    package static func chatroomEvent(_ event: ScriptEvent) throws(Skip) -> ChatroomMachine.Event {
        let members = event.members
        switch event.name {
        case "tick": return .tick
        case "load":
            guard let load = try members.integer("load") else { throw members.absent("load") }
            return .load(Int(truncatingIfNeeded: load))
        case "create", "destroy", "stop", "resume":
            let room = try members.required("room")
            switch event.name {
            case "create": return .create(room: room)
            case "destroy": return .destroy(room: room)
            case "stop": return .stop(room: room)
            default: return .resume(room: room)
            }
        default: return try chatroomUserEvent(event)
        }
    }

    private static func chatroomUserEvent(_ event: ScriptEvent) throws(Skip) -> ChatroomMachine.Event {
        let known: Set = ["join", "quit", "send", "mute", "unmute", "kick", "ban", "unban", "allow", "disallow"]
        guard known.contains(event.name) else { throw Skip(reason: "a chatroom has no event \(event.name) here") }
        let members = event.members
        let room = try members.required("room")
        let user = try members.required("user")
        switch event.name {
        case "join":
            // A value that is not an integer is not a valid message count either (CRM-010).
            let count = members["messageCount"].map { Int(truncatingIfNeeded: $0.number?.int64 ?? .min) } ?? 0
            let existing = try members.boolean("existing") ?? false
            return .join(room: room, user: user, messageCount: count, existing: existing)
        case "quit": return .quit(room: room, user: user)
        case "send":
            guard let json = members["message"], json.kind == .object else { throw members.absent("message") }
            let message = ScriptObject(json, "a message")
            let name = ObjectName(rawValue: try message.string("objectName") ?? "")
            return .send(room: room, user: user, ChatroomMessage(objectName: name, content: message["content"]))
        case "mute": return .mute(room: room, user: user)
        case "unmute": return .unmute(room: room, user: user)
        case "kick": return .kick(room: room, user: user)
        case "ban": return .ban(room: room, user: user, duration: try members.requiredNumber("duration"))
        case "unban": return .unban(room: room, user: user)
        case "allow": return .allow(room: room, user: user)
        default: return .disallow(room: room, user: user)
        }
    }

    private static func json(_ step: TimedAction<ChatroomMachine.Action>) -> RawJSON {
        var writer: JSONBuilder
        switch step.action {
        case .joined(let room, let user, let entries):
            writer = step.writer("joined")
            writer.add("room", room)
            writer.add("user", user)
            writer.add(
                "messages",
                entries.map { entry in
                    var writer = JSONBuilder()
                    writer.add("id", entry.id)
                    writer.add("from", entry.sender)
                    writer.add("message", json(entry.message))
                    return writer.json
                })
        case .quit(let room, let user):
            writer = step.writer("quit")
            writer.add("room", room)
            writer.add("user", user)
        case .sent(let room, let user, let id):
            writer = step.writer("sent")
            writer.add("room", room)
            writer.add("user", user)
            writer.add("id", id)
        case .distribute(let room, let entry, let users):
            writer = step.writer("distribute")
            writer.add("room", room)
            writer.add("id", entry.id)
            writer.add("from", entry.sender)
            writer.add("message", json(entry.message))
            writer.add("to", users.map { RawJSON($0) })
        case .dropped(let room, let id, let reason):
            writer = step.writer("dropped")
            writer.add("room", room)
            writer.add("id", id)
            writer.add("reason", reason.rawValue)
        case .kicked(let room, let user):
            writer = step.writer("kicked")
            writer.add("room", room)
            writer.add("user", user)
        case .error(let room, let user, let event, let code):
            writer = step.writer("error")
            writer.add("room", room)
            writer.add("user", user)
            writer.add("of", event)
            writer.add("code", code)
        }
        return writer.json
    }

    private static func json(_ message: ChatroomMessage) -> RawJSON {
        var writer = JSONBuilder()
        writer.add("objectName", message.objectName.rawValue)
        writer.add("content", message.content)
        return writer.json
    }
}
