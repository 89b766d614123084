// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// Packets in scripts, in the form of `rmtp.decode`, with their bodies as JSON in a separate member (RMTP-220,
/// RMTP-221).
extension ScriptObject {
    /// Returns the packet, whose body may be given in `body` in place of `data`.
    package func packet(_ direction: RMTPDirection) throws(SessionScript.Skip) -> RMTPPacket {
        try read.packet(direction) { () throws(SessionScript.Skip) in
            guard let json = self["packet"] else { throw absent("packet") }
            guard json.kind == .object else { throw wrong("packet") }
            var members = ScriptObject(json, "a packet").members
            if self["body"] != nil { members = members.filter { $0.name != "data" } + [("data", .base64(try data()))] }
            var fields = RMTPFields(.object(members))
            do throws(OperationError) {
                return try RMTPPacket(&fields, RMTPFormat(direction))
            } catch {
                throw unwritable("packet", error)
            }
        }
    }

    /// Returns the bytes of the body from `body`, which is JSON, or from `data`; empty if both are absent.
    package func data() throws(SessionScript.Skip) -> [UInt8] {
        do throws(OperationError) {
            if let body = self["body"] { return try RMTPBodyJSON.bytes(body) }
            var fields = RMTPFields(.object(members))
            return try fields.data() ?? []
        } catch {
            throw unwritable("body", error)
        }
    }

    /// Returns the request that a session sends under an id of its own.
    package func request() throws(SessionScript.Skip) -> RMTPRequest {
        var request = RMTPRequest(topic: try text("topic"), targetID: try text("targetId"), data: try data())
        if let qos = try qos() { request.qos = qos }
        return request
    }

    /// Returns the `qos`, which is 0 to 3, or nil if it is absent.
    package func qos() throws(SessionScript.Skip) -> RMTPQoS? {
        guard let number: UInt8 = try number("qos") else { return nil }
        guard let qos = RMTPQoS(rawValue: number) else { throw wrong("qos") }
        return qos
    }

    /// Returns a required text of a packet.
    package func text(_ name: String) throws(SessionScript.Skip) -> FrameText {
        guard self[name] != nil else { throw absent(name) }
        var fields = RMTPFields(.object(members))
        guard let text = try? fields.text(name) else { throw wrong(name) }
        return text
    }

    private func unwritable(_ what: String, _ error: OperationError) -> SessionScript.Skip {
        switch error {
        case .unsupported(let reason): SessionScript.Skip(reason: reason)
        default: SessionScript.Skip(reason: "a \(what) cannot be written: \(error.code ?? "")")
        }
    }
}

/// A writer for the actions of a machine that sends packets in one direction and receives them in the other.
package struct PacketActions {
    /// The direction of the packets that the machine sends.
    package let sends: RMTPDirection
    /// The message types of the bodies of packets in both directions.
    private var bodies = RMTPBodies()

    package init(sends: RMTPDirection) {
        self.sends = sends
    }

    /// Returns a packet that the machine sends or reports as JSON, and its body if that is known.
    package mutating func parts(_ packet: RMTPPacket, _ direction: RMTPDirection) -> (packet: RawJSON, body: RawJSON?) {
        let json = packet.json(direction)
        guard let type = bodies.body(of: packet).type, let data = packet.data, !data.isEmpty else { return (json, nil) }
        return (json, RMTPBodyJSON.json(data, type, .lenient, PacketLimits()).json)
    }

    /// Returns the action `write`.
    package mutating func write<Action>(_ packet: RMTPPacket, _ step: TimedAction<Action>) -> RawJSON {
        let parts = parts(packet, sends)
        return step.json("write", ["packet": parts.packet, "body": parts.body])
    }
}
