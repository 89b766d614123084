// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The preparation of a scenario for a peer: checks of preconditions, and an order of events that a wire allows.
struct LivePreparation {
    private let machine: String
    private let setting: LiveSetting

    init(_ machine: String, _ setting: LiveSetting) {
        self.machine = machine
        self.setting = setting
    }

    /// Returns the configuration for the transport, which uses TLS or does not.
    func configuration(_ original: RawJSON) -> RawJSON {
        guard machine == "client" else { return original }
        return .object((original.members ?? []).filter { $0.name != "tls" } + [("tls", .boolean(setting.isSecure))])
    }

    /// Checks whether the peer has the configuration or can be configured with it (LIV-013).
    func check(_ config: RawJSON, ignoresBeats: Bool) throws(LiveSkip) {
        if machine == "rmtp-server", config["refusalDelay"]?.number?.int64 == 0 {
            throw LiveSkip(
                "a close together with the answer to the WebSocket request hides the packets before it")
        }
        if setting.hasDriver { return }
        for (name, _) in config.members ?? [] {
            switch name {
            case "beatInterval" where ignoresBeats: continue
            case "groups" where setting.isConfigured, "blocked" where setting.isConfigured: continue
            case "groups", "blocked":
                throw LiveSkip(
                    "it needs a server with its \(name): give --configured or a driver")
            case "tls" where machine == "client", "user" where machine == "client": continue
            default: throw LiveSkip("it needs a peer configured with \(name), and there is no driver")
            }
        }
    }

    /// The events that the application of the peer causes.
    private var applicationEvents: Set<String> {
        switch machine {
        case "server": ["post", "restart"]
        case "client": ["connect", "send", "recall", "disconnect"]
        case "rmtp-client": ["connect", "publish", "query", "join", "leave", "disconnect", "logout"]
        default:
            setting.hasDriver
                ? ["acknowledge", "answer", "publish", "synchronise", "disconnect"] : ["disconnect"]
        }
    }

    /// Returns the events in an order that is possible on a wire, and the connections that must appear to fail.
    func arranged(
        _ events: [RawJSON], _ config: RawJSON
    ) throws(LiveSkip) -> (events: [RawJSON], failing: Set<Int>) {
        // A client may connect by itself.
        let own = setting.subject == .client && events.first.map(name) == "connect" ? 1 : 0
        if !setting.hasDriver, let needed = events.dropFirst(own).first(where: { applicationEvents.contains(name($0)) })
        {
            throw LiveSkip("the application must do \(name(needed)), and there is no driver")
        }
        switch setting.subject {
        case .server:
            try checkConnections(events)
            if machine == "rmtp-server", !setting.hasDriver { try checkApplication(events) }
            return (events, [])
        case .client: return try LiveArrangement(machine, isSecure: setting.isSecure).arranged(events, config)
        }
    }

    private func name(_ event: RawJSON) -> String { event["event"]?.string ?? "" }

    /// Checks whether other devices and the server API can cause the events of the application (LIV-019).
    private func checkApplication(_ events: [RawJSON]) throws(LiveSkip) {
        let user = events.lazy.compactMap { $0["userId"]?.string }.first
        for (index, event) in events.enumerated() {
            switch name(event) {
            case "publish":
                let type = event["body"]?["value"]?["type"]?.number?.int64 ?? 1
                let topic = event["topic"]?.string ?? ""
                guard topic == "s_msg" || topic == "s_ntf" && type == 1, event["targetId"]?.string == user, user != nil
                else {
                    throw LiveSkip("event \(index) publishes \(topic), which the server API cannot cause")
                }
            case "synchronise":
                let topic = event["topic"]?.string ?? ""
                guard topic == "ppMsgP", user != nil else {
                    throw LiveSkip("event \(index) synchronises \(topic), which another device alone cannot cause")
                }
            default: break
            }
        }
    }

    /// Checks that events refer to existing connections, because a wire has no events for others.
    private func checkConnections(_ events: [RawJSON]) throws(LiveSkip) {
        var open: Set<Int64> = []
        for (index, event) in events.enumerated() {
            let number = event["connection"]?.number?.int64 ?? 1
            switch name(event) {
            case "accepted":
                guard open.insert(number).inserted else {
                    throw LiveSkip("event \(index) is about an open connection, which cannot occur on a wire")
                }
            case "accept", "refuse":
                // A driver may have to answer a connection late, or again.
                guard open.insert(1).inserted || setting.hasDriver else {
                    throw LiveSkip("event \(index) answers a connection again, which cannot occur on a wire")
                }
                if event["messageId"] != nil {
                    throw LiveSkip("it is about version 4, and the runner speaks version 3")
                }
            case "restart": open = []
            case "received" where machine == "rmtp-server" && setting.hasDriver && index == 0: open.insert(1)
            case "received", "closed", "error":
                guard open.contains(number) else {
                    throw LiveSkip("event \(index) is about a closed connection, which cannot occur on a wire")
                }
                if name(event) == "closed" { open.remove(number) }
            default: break
            }
        }
    }

    /// Returns the steps as they happen without a driver, when a service answers by itself (LIV-015).
    ///
    /// What its application decides is not checked, and happens at once.
    func withoutApplication(_ steps: [LiveScript.Step]) -> [LiveScript.Step] {
        guard machine == "rmtp-server", !setting.hasDriver else { return steps }
        var result: [LiveScript.Step] = []
        for var step in steps {
            for index in step.then.indices { step.then[index].json = loosened(step.then[index].json) }
            if step.name == "acknowledge" || step.name == "answer", !result.isEmpty {
                result[result.count - 1].then += step.due + step.then
            } else {
                result.append(step)
            }
        }
        return result
    }

    private func loosened(_ action: RawJSON) -> RawJSON {
        guard let packet = action["packet"] else { return action }
        var kept: Set<String> = ["packet", "messageId"]
        if packet["packet"]?.string == "CONNACK" {
            kept = packet["status"]?.number?.int64 == 0 ? ["packet", "status", "userId"] : ["packet"]
        } else if packet["packet"]?.string == "PUBLISH" {
            // The service decides whether it announces a message or delivers it, and which ids it uses (LIV-019).
            let isSynchronized = packet["syncMsg"]?.boolean ?? false
            kept = isSynchronized ? ["packet", "topic", "syncMsg", "messageId"] : ["packet"]
            return .object([
                ("action", "write"), ("packet", .object((packet.members ?? []).filter { kept.contains($0.name) })),
            ])
        } else if !["PUBACK", "QUERYACK"].contains(packet["packet"]?.string) {
            return action
        }
        var members: [(name: String, value: RawJSON)] = [
            ("action", "write"), ("packet", .object((packet.members ?? []).filter { kept.contains($0.name) })),
        ]
        if let message = action["body"]?["message"] { members.append(("body", .object([("message", message)]))) }
        return .object(members)
    }
}
