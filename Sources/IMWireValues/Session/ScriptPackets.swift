// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// Packets in scripts: as `rmtp.decode` shows them, with their bodies as JSON beside them (RMTP-220, RMTP-221).
extension ScriptObject {
    /// A packet, whose body may stand in `body` in place of `data`.
    package func packet(_ direction: RMTPDirection) throws(SessionScript.Skip) -> RMTPPacket {
        try read.packet(direction) { () throws(SessionScript.Skip) in
            guard var json = self["packet"] else { throw absent("packet") }
            if self["body"] != nil { json = .object((json.members ?? []) + [("data", .base64(try data()))]) }
            var fields = RMTPFields(json)
            do throws(RefusedPacket) {
                return try RMTPPacket(&fields, RMTPFormat(direction))
            } catch {
                throw unwritable("packet", error)
            }
        }
    }

    /// The bytes of a body: `body` as JSON, or `data`; none where neither is there.
    package func data() throws(SessionScript.Skip) -> [UInt8] {
        do throws(RefusedPacket) {
            if let body = self["body"] { return try RMTPBodyJSON.bytes(body) }
            var fields = RMTPFields(.object(members))
            return try fields.data() ?? []
        } catch {
            throw unwritable("body", error)
        }
    }

    /// What a session is to send under an id of its own.
    package func request() throws(SessionScript.Skip) -> RMTPRequest {
        var request = RMTPRequest(topic: try text("topic"), targetId: try text("targetId"), data: try data())
        if let qos = try qos() { request.qos = qos }
        return request
    }

    /// The `qos`, 0 to 3; nil where it is absent.
    package func qos() throws(SessionScript.Skip) -> RMTPQoS? {
        guard let number: UInt8 = try number("qos") else { return nil }
        guard let qos = RMTPQoS(rawValue: number) else { throw wrong("qos") }
        return qos
    }

    /// A string of a packet.
    package func text(_ name: String) throws(SessionScript.Skip) -> FrameText {
        guard self[name] != nil else { throw absent(name) }
        var fields = RMTPFields(.object(members))
        guard let text = try? fields.text(name) else { throw wrong(name) }
        return text
    }

    private func unwritable(_ what: String, _ error: RefusedPacket) -> SessionScript.Skip {
        switch error {
        case .refused(let error): SessionScript.Skip(reason: "a \(what) cannot be written: \(error.code.rawValue)")
        case .unsupported(let reason): SessionScript.Skip(reason: reason)
        }
    }
}

/// Writes the actions of a machine whose packets go one way up and the other down.
package struct PacketActions {
    /// Which way the packets go that the machine sends.
    package let sends: RMTPDirection
    /// Which message a body is, of packets in both directions.
    private var bodies = RMTPBodies()

    package init(sends: RMTPDirection) {
        self.sends = sends
    }

    /// A packet that the machine sends, or tells of, and its body.
    package mutating func add(_ packet: RMTPPacket, _ direction: RMTPDirection, to writer: inout JSONBuilder) {
        writer.add("packet", packet.json(direction))
        guard let type = bodies.body(of: packet, direction).type, let data = packet.data, !data.isEmpty else { return }
        writer.add("body", RMTPBodyJSON.json(data, type, .lenient, PacketLimits()).json)
    }

    /// The action `write`.
    package mutating func write<Action>(_ packet: RMTPPacket, _ step: Timed<Action>) -> JSONBuilder {
        var writer = step.writer("write")
        add(packet, sends, to: &writer)
        return writer
    }
}
