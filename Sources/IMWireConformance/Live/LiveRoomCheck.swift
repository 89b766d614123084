// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The checks of whether a chatroom scenario can be played on a wire (LIV-071, LIV-072).
struct LiveRoomCheck {
    private let setting: LiveSetting

    init(_ setting: LiveSetting) { self.setting = setting }

    /// Checks whether the server has the configuration or can be configured with it (LIV-013).
    func check(_ config: RawJSON) throws(LiveSkip) {
        if setting.hasDriver { return }
        for (name, _) in config.members ?? [] where name != "rooms" {
            throw LiveSkip("it needs a peer configured with \(name), and there is no driver")
        }
    }

    /// Checks the order of requests on a wire, where the number of messages follows the join of the room (LIV-071).
    ///
    /// A wrong number is refused there only if the room exists already and the user is not in it.
    func checkCounts(_ events: [RawJSON], _ config: RawJSON) throws(LiveSkip) {
        var rooms = Set((config["rooms"]?.elements ?? []).compactMap(\.string))
        var members: Set<String> = []
        for (index, event) in events.enumerated() {
            let room = event["room"]?.string ?? ""
            let member = room + "\n" + (event["user"]?.string ?? "")
            switch event["event"]?.string {
            case "join" where !(-1...50).contains(event["messageCount"]?.number?.int64 ?? 0):
                guard rooms.contains(room), !members.contains(member) else {
                    throw LiveSkip("event \(index) is refused for its number, which packets do not carry")
                }
            case "join":
                if event["existing"]?.boolean != true { rooms.insert(room) }
                members.insert(member)
            case "create": rooms.insert(room)
            case "destroy":
                rooms.remove(room)
                members = members.filter { !$0.hasPrefix(room + "\n") }
            case "quit", "kick", "ban": members.remove(member)
            default: break
            }
        }
    }

    /// Checks whether the event has a form on the wire, or an endpoint of the server API.
    func check(_ event: RawJSON, at index: Int) throws(LiveSkip) {
        let name = event["event"]?.string ?? ""
        guard (0...1_000_000_000_000).contains(event["at"]?.number?.int64 ?? 0) else {
            throw LiveSkip("its times are not 0 to 1000000000000 ms")
        }
        switch name {
        case "join":
            // `chrmPull` carries the number of messages as an int32.
            if let count = event["messageCount"], count.number?.int64.flatMap({ Int32(exactly: $0) }) == nil {
                throw LiveSkip("event \(index) requests a number of messages that no packet can carry")
            }
        case "quit", "send", "tick": return
        case _ where setting.hasDriver: return
        case "load", "kick":
            throw LiveSkip(
                "the application must do \(name), which the server API does not offer, and there is no driver")
        case "ban":
            let duration = event["duration"]?.number?.int64 ?? 0
            guard duration % 60_000 == 0, (1...43_200).contains(duration / 60_000) else {
                throw LiveSkip("the server API counts a ban in minutes, from 1 to 43200, and there is no driver")
            }
        default: return
        }
    }
}
