// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues
import Platform

/// Random events for a chat server.
enum LiveChatEvents {
    private static let users = ["a", "b", "c"]
    private static let connections = 4

    /// Returns the first events of a sequence, which log in a user, because other events have no effect without one.
    static func start(_ random: inout SplitMix64) -> [RawJSON] { [accepted(1), login(1, &random)] }

    static func event(_ random: inout SplitMix64, _ scopes: [String]) -> RawJSON {
        let connection = Int(1 + random.next() % UInt64(connections))
        switch random.next() % 12 {
        case 0, 1: return accepted(connection)
        case 2, 3: return login(connection, &random)
        case 4: return .object([("event", "closed"), ("connection", .integer(connection))])
        case 5 where !scopes.isEmpty:
            return .object([
                ("event", "error"), ("connection", .integer(connection)), ("scope", RawJSON(random.pick(scopes))),
            ])
        default: return received(connection, message(&random))
        }
    }

    private static func accepted(_ connection: Int) -> RawJSON {
        .object([("event", "accepted"), ("connection", .integer(connection))])
    }

    private static func received(_ connection: Int, _ members: [(name: String, value: RawJSON)]) -> RawJSON {
        .object([("event", "received"), ("connection", .integer(connection)), ("message", .object(members))])
    }

    private static func login(_ connection: Int, _ random: inout SplitMix64) -> RawJSON {
        received(connection, [("messageType", "login"), ("fromUserID", RawJSON(random.pick(users)))])
    }

    private static func message(_ random: inout SplitMix64) -> [(name: String, value: RawJSON)] {
        let kinds = [
            "normal", "normal", "normal", "normalReceipt", "repeal", "repealReceipt", "validate", "system", "future",
            "loginReceipt", "invalidReceipt",
        ]
        let kind = random.pick(kinds)
        var members: [(name: String, value: RawJSON)] = [("messageType", RawJSON(kind))]
        if random.next() % 8 > 0 { members.append(("toUserID", RawJSON(random.pick(users)))) }
        if random.next() % 4 > 0 {
            members.append(("clientMessageID", RawJSON("k" + String(random.next() % 4))))
        }
        if kind != "normal" { members.append(("messageID", RawJSON("m" + String(1 + random.next() % 3)))) }
        members.append(("chatType", random.next() % 8 == 0 ? "groupChat" : "userChat"))
        if random.next() % 8 == 0 { members.append(("groupID", "nobody")) }
        members += [
            ("contenType", "text"), ("content", .object([("text", RawJSON("t" + String(random.next() % 100)))])),
            ("sendTime", RawJSON(String(random.next() % 5))),
        ]
        return members
    }
}

extension SplitMix64 {
    /// Returns a random element of a nonempty list.
    mutating func pick<Element>(_ list: [Element]) -> Element { list[Int(next() % UInt64(list.count))] }
}

#endif
