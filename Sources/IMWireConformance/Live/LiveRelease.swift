// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// A release of the vendor's web SDK as a client under test: what it does of its own accord, and what it chooses
/// (LIV-121 to LIV-125).
///
/// A scenario of `rmtp-client` describes the client of this package. A release asks for more after the CONNACK, numbers
/// its packets accordingly, and has heartbeats of its own. This value carries that out for one connection, so that what
/// remains can be compared with the scenario.
package struct LiveRelease: Hashable, Sendable {
    /// The generations of the SDK, which have the same opening (LIV-121).
    package enum Generation: String, Hashable, Sendable, CaseIterable {
        case web1, web2, web3, web4

        /// The queries that a release sends of its own accord, with the message and value of their answers (LIV-121).
        package var own: [String: (message: String, value: RawJSON)?] {
            let states = RawJSON.object([("version", .integer(0)), ("state", .array([]))])
            let settings = RawJSON.object([("items", .array([])), ("version", .integer(0))])
            return self == .web1
                ? ["addRelation": nil]
                : ["pullSeAtts": ("SessionStates", states), "pullUS": ("PullUserSettingOutput", settings)]
        }
    }

    package let generation: Generation
    /// The peer's ids of queries and publications, by those of the scenario.
    private var queries: [Int64: Int64] = [:]
    private var publications: [Int64: Int64] = [:]

    /// Creates a value for a connection, or returns nil for a release that is not one of the vendor's.
    ///
    /// - Parameter sdkVersion: The `sdkVer` of the request for the WebSocket; 0.9.10 sends 1.0.0.
    package init?(sdkVersion: String?) {
        guard let sdkVersion, sdkVersion.utf8.count <= 32, let first = sdkVersion.utf8.first,
            sdkVersion.utf8.dropFirst().first == UInt8(ascii: ".")
        else { return nil }
        switch first {
        case UInt8(ascii: "1"): generation = .web1
        case UInt8(ascii: "2"): generation = .web2
        case UInt8(ascii: "3"): generation = .web3
        case UInt8(ascii: "4"): generation = .web4
        default: return nil
        }
    }

    // MARK: What is not part of the scenario

    /// Returns the answer to a packet that is not part of a scenario, or nil if the packet is checked.
    ///
    /// - Parameter action: The packet as an action `write`.
    package func answer(to action: RawJSON) -> RawJSON? {
        guard let packet = action["packet"] else { return nil }
        switch packet["packet"]?.string {
        case "PINGREQ": return .object([("packet", .object([("packet", "PINGRESP")]))])
        case "QUERY":
            guard let topic = packet["topic"]?.string, let body = generation.own[topic], let id = packet["messageId"]
            else { return nil }
            let answer = RawJSON.object([
                ("packet", "QUERYACK"), ("messageId", id), ("date", .integer(0)), ("status", .integer(0)),
            ])
            guard let body else { return .object([("packet", answer)]) }
            return .object([
                ("packet", answer),
                ("body", .object([("message", RawJSON(body.message)), ("value", body.value)])),
            ])
        default: return nil
        }
    }

    /// Returns whether a scenario's action or event is left out, because a release has heartbeats of its own.
    package func leavesOut(_ json: RawJSON) -> Bool {
        ["PINGREQ", "PINGRESP"].contains(json["packet"]?["packet"]?.string)
    }

    // MARK: What the peer chooses

    /// Returns an event `received` with the ids that the peer has chosen (LIV-122).
    package func sending(_ event: RawJSON) -> RawJSON {
        guard let packet = event["packet"], let id = packet["messageId"]?.number?.int64 else { return event }
        let chosen: Int64? =
            switch packet["packet"]?.string {
            case "QUERYACK": queries[id]
            case "PUBACK": publications[id]
            default: nil
            }
        guard let chosen else { return event }
        return LiveRelease.replacing(event, "packet", LiveRelease.replacing(packet, "messageId", .integer(Int(chosen))))
    }

    /// Returns the location of the first difference between an action and the expected one, or nil if there is none.
    ///
    /// An id that the peer has chosen is kept for the packets that refer to it.
    package mutating func difference(_ expected: RawJSON, _ action: RawJSON) -> String? {
        guard let wanted = expected["packet"], let packet = action["packet"] else {
            return JSONEquality.difference(expected, action, spelling: false)
        }
        let kind = wanted["packet"]?.string
        guard kind == packet["packet"]?.string else { return "/packet/packet" }
        let id = wanted["messageId"]?.number?.int64
        let chosen = packet["messageId"]?.number?.int64
        switch kind {
        case "QUERY", "PUBLISH":
            for name in ["topic", "targetId"] where wanted[name] != nil {
                if wanted[name]?.string != packet[name]?.string { return "/packet/\(name)" }
            }
            if let place = body(expected, action) { return place }
            guard let id, let chosen else { return nil }
            let known = kind == "QUERY" ? queries : publications
            if let other = known[id], other != chosen { return "/packet/messageId" }
            if kind == "QUERY" { queries[id] = chosen } else { publications[id] = chosen }
        case "QUERYCON":
            if let id, chosen != queries[id] ?? id { return "/packet/messageId" }
        default:
            if id != nil, id != chosen { return "/packet/messageId" }
        }
        return nil
    }

    /// Compares what a client has to say: how far it has pulled, or what the application sends (LIV-123).
    private func body(_ expected: RawJSON, _ action: RawJSON) -> String? {
        guard let wanted = LiveRelease.value(expected) else { return nil }
        guard let value = action["body"]?["value"] else { return "/body" }
        for name in ["syncTime", "classname"] {
            if let member = wanted[name], member.text != value[name]?.text { return "/body/value/\(name)" }
        }
        guard let content = LiveRelease.content(wanted) else { return nil }
        guard let other = LiveRelease.content(value) else { return "/body/value/content" }
        // The classes of an SDK write members of their own next to those of the application.
        for (name, member) in content.members ?? [] {
            guard let actual = other[name], JSONEquality.difference(member, actual, spelling: false) == nil else {
                return "/body/value/content"
            }
        }
        return nil
    }

    private static func content(_ value: RawJSON) -> RawJSON? {
        value["content"]?.string.flatMap { Base64.decode($0) }.flatMap { RawJSON(line: $0) }
    }

    /// Returns the value of an expected body, which may stand as `data` in the packet.
    private static func value(_ expected: RawJSON) -> RawJSON? {
        if let value = expected["body"]?["value"] { return value }
        guard let packet = expected["packet"], let topic = packet["topic"]?.string,
            let data = packet["data"]?.string.flatMap({ Base64.decode($0) }),
            let name = RMTPTopic.all.first(where: { $0.name == topic && $0.carrier == .query })?.request,
            let type = RMTPBody.type(named: name)
        else { return nil }
        return RMTPBodyJSON.json(data, type, .lenient, PacketLimits()).json["value"]
    }

    private static func replacing(_ json: RawJSON, _ name: String, _ value: RawJSON) -> RawJSON {
        .object((json.members ?? []).map { $0.name == name ? (name: name, value: value) : $0 })
    }
}
