// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireValues
import Platform

/// Random events for a RongCloud server over one WebSocket.
enum LivePacketEvents {
    /// The QUERY topics, except those to which the service responds with its own PUBLISH.
    private static let topics = [
        "pullMsg", "pullMsg", "pullUS", "pullSeAtts", "qryPMsg", "qryGMsg", "qryCHMsg", "qryRelation", "qryRelationR",
        "delRelation", "addRelation", "cleanPMsg", "delMsg", "joinChrm", "joinChrmR", "exitChrm", "chrmPull",
        "queryChrmI", "setKV", "delKV", "pullKV", "userInf", "qnTkn", "qnUrl", "rtcUserState", "future", "",
    ]
    private static let bodies: [(message: String, value: String)] = [
        ("SyncRequestMsg", #"{"syncTime":0,"ispolling":false,"isPullSend":true,"sendBoxSyncTime":0}"#),
        ("SyncRequestMsg", #"{"syncTime":9223372036854775807,"ispolling":false}"#),
        ("HistoryMsgInput", #"{"targetId":"b","time":0,"count":-1,"order":1}"#),
        ("ChrmInput", #"{"nothing":1}"#), ("ChrmPullMsg", #"{"syncTime":0,"count":51}"#),
        ("ChrmPullMsg", #"{"syncTime":-1,"count":-2147483648}"#),
        ("SetChrmKV", #"{"entry":{"key":"k","value":"v","status":2}}"#),
        ("SetChrmKV", #"{"entry":{"key":"","value":"","status":7},"bNotify":false}"#),
        ("QueryChrmKV", #"{"timestamp":-9223372036854775808}"#), ("RelationsInput", #"{"type":1}"#),
        ("UpStreamMessage", #"{"sessionId":3,"classname":"RC:TxtMsg","content":"eyJjb250ZW50IjoiaGkifQ=="}"#),
        ("UpStreamMessage", #"{"sessionId":-1,"classname":"","content":""}"#),
    ]

    /// The first event of a sequence, which leads to the CONNACK.
    static let start: [RawJSON] = [
        .object([
            ("event", "accept"), ("userId", "a"), ("sessionId", "s"), ("timestamp", .integer(1_700_000_000_123)),
        ])
    ]

    static func event(_ random: inout SplitMix64) -> RawJSON {
        switch random.next() % 16 {
        case 0: .object([("event", "closed")])
        case 1, 2: received([("packet", "PINGREQ")])
        case 3: received([("packet", "PUBACK"), ("messageId", id(&random))])
        case 4: received([("packet", "QUERYCON"), ("messageId", id(&random))])
        case 5, 6, 7, 8: publish(&random)
        default: query(&random)
        }
    }

    private static func received(
        _ packet: [(name: String, value: RawJSON)], _ body: [(name: String, value: RawJSON)] = []
    ) -> RawJSON {
        // The bytes of an undecodable body are a member of the packet.
        let data = body.filter { $0.name == "data" }
        let rest = body.filter { $0.name != "data" }
        return .object([("event", "received"), ("packet", .object(packet + data))] + rest)
    }

    private static func query(_ random: inout SplitMix64) -> RawJSON {
        let topic = random.pick(topics)
        return received(
            [
                ("packet", "QUERY"), ("topic", RawJSON(topic)),
                ("targetId", RawJSON(random.pick(["b", "r", "a", ""]))),
                ("messageId", id(&random)),
            ], body(&random))
    }

    private static func publish(_ random: inout SplitMix64) -> RawJSON {
        let topic = random.pick(["ppMsgP", "ppMsgP", "ppMsgS", "pgMsgP", "chatMsg", "chatMsgS", "recallMsg", "future"])
        let qos = Int(random.next() % 3)
        return received(
            [
                ("packet", "PUBLISH"), ("qos", .integer(qos)), ("topic", RawJSON(topic)),
                // A message to the sender itself would be delivered back, which is a decision of the service.
                ("targetId", RawJSON(random.pick(["b", "r", "c"]))), ("messageId", id(&random)),
            ], body(&random))
    }

    private static func id(_ random: inout SplitMix64) -> RawJSON {
        .integer(random.pick([1, 2, 3, 4, 5, 6, 7, 255, 256, 65_535]))
    }

    private static func body(_ random: inout SplitMix64) -> [(name: String, value: RawJSON)] {
        if random.next() % 4 == 0 {
            let bytes = (0..<Int(random.next() % 24)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            return [("data", RawJSON(Base64.encode(bytes)))]
        }
        let (message, value) = random.pick(bodies)
        return [
            (
                "body",
                .object([("message", RawJSON(message)), ("value", RawJSON(line: Array(value.utf8)) ?? .object([]))])
            )
        ]
    }
}

#endif
