// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// A reader that turns packets into items of the testee protocol, with or without their bodies (TST-088, PRB-060).
///
/// The members of an item are appended to a buffer, without the braces of the object: `packet`, `deviations`, and
/// sometimes `trailing` and `body`, or `error`.
package struct RMTPItemReader: Sendable {
    /// What a caller needs to know of an item beside its JSON.
    package struct Item {
        /// The fault that replaces the packet; nil if there is a packet.
        package var fault: StreamFault?
        /// Whether the packet's body, or a content in it, could not be read.
        package var isBodyRefused = false
        fileprivate var packet: RMTPPacket?
        fileprivate var polled: PollingPacket?

        /// A short description of the packet for human readers.
        package var title: String {
            if let polled { return RMTPPacketText.title(polled) }
            return packet.map { RMTPPacketText.title(.packet($0, []), $0.header) } ?? ""
        }
    }

    /// The bodies whose message is known from earlier packets.
    package var bodies: RMTPBodies
    private let options: RMTPInspection.Options
    private let hasBodies: Bool

    package init(_ options: RMTPInspection.Options, bodies hasBodies: Bool) {
        self.options = options
        self.hasBodies = hasBodies
        bodies = RMTPBodies(topic: options.topic)
    }

    /// Appends a message of a WebSocket in a direction.
    package mutating func append(
        message bytes: Span<UInt8>, _ direction: RMTPDirection, to json: inout [UInt8]
    ) -> Item {
        do throws(DecodeError) {
            let decoded = try decode(bytes, direction)
            return append(decoded, bodies.body(of: decoded.value), direction, to: &json)
        } catch {
            return RMTPItemReader.append(StreamFault(error), to: &json)
        }
    }

    /// Remembers of a message of a WebSocket what later ones depend on.
    package mutating func pass(message bytes: Span<UInt8>, _ direction: RMTPDirection) {
        if let packet = try? decode(bytes, direction).value { _ = bodies.body(of: packet) }
    }

    private func decode(_ bytes: Span<UInt8>, _ direction: RMTPDirection) throws(DecodeError) -> Decoded<RMTPPacket> {
        let format = RMTPFormat(direction, options.format.version)
        return try RMTPMessageDecoder(format, mode: options.mode, limits: options.limits.packets).decode(bytes)
    }

    /// Returns the results for the packets of a reply to a poll.
    package func reply(_ bytes: Span<UInt8>) -> [Result<Decoded<PollingPacket>, DecodeError>] {
        PollingDecoder(
            options.format.version, mode: options.mode, limits: options.limits.packets,
            contentLimits: options.limits.contents
        ).decode(bytes)
    }

    /// Appends a packet of a reply to a poll.
    package static func append(
        _ result: Result<Decoded<PollingPacket>, DecodeError>, to json: inout [UInt8]
    ) -> Item {
        switch result {
        case .failure(let error): return append(StreamFault(error), to: &json)
        case .success(let decoded):
            json.append(literal: "\"packet\":")
            decoded.value.append(jsonTo: &json)
            RMTPOperations.append(decoded.deviations, trailing: [], to: &json)
            return Item(polled: decoded.value)
        }
    }

    /// Appends a packet, whose body is known to be `body`.
    package func append(
        _ decoded: Decoded<RMTPPacket>, _ body: RMTPBodies.Body, _ direction: RMTPDirection, to json: inout [UInt8]
    ) -> Item {
        let packet = decoded.value
        json.append(literal: "\"packet\":")
        packet.append(jsonTo: &json, direction)
        RMTPOperations.append(decoded.deviations, trailing: packet.trailing, to: &json)
        var item = Item(packet: packet)
        guard hasBodies, let type = body.type, let data = packet.data else { return item }
        json.append(name: "body")
        item.isBodyRefused = RMTPBodyJSON.append(data, type, options.mode, options.limits, to: &json)
        return item
    }

    /// Appends a fault in place of a packet.
    package static func append(_ fault: StreamFault, to json: inout [UInt8]) -> Item {
        json.append(contentsOf: fault.item.text.utf8.dropFirst().dropLast())
        return Item(fault: fault)
    }
}
