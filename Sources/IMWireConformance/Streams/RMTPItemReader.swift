// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// A reader that turns packets into items of the testee protocol, with or without their bodies (TST-088, PRB-060).
package struct RMTPItemReader {
    /// An item as JSON, or its error.
    package struct Item {
        /// An object with `packet`, `deviations`, and sometimes `body`, or with `error`.
        package var json: RawJSON
        /// The fault that replaces the packet; nil if there is a packet.
        package var fault: StreamFault?
        /// Whether the packet's body, or a content in it, could not be read.
        package var isBodyRefused = false
        /// A short description of the packet for human readers.
        package var title = ""
    }

    private let options: RMTPInspection.Options
    private let hasBodies: Bool
    private var bodies: RMTPBodies

    package init(_ options: RMTPInspection.Options, bodies hasBodies: Bool) {
        self.options = options
        self.hasBodies = hasBodies
        bodies = RMTPBodies(topic: options.topic)
    }

    /// Reads a message of a WebSocket in a direction.
    package mutating func message(_ bytes: Span<UInt8>, _ direction: RMTPDirection) -> Item {
        let format = RMTPFormat(direction, options.format.version)
        do throws(DecodeError) {
            let decoded = try RMTPMessageDecoder(format, mode: options.mode, limits: options.limits.packets).packet(
                bytes)
            return item(decoded.content, decoded.deviations, direction)
        } catch {
            return refused(StreamFault(error))
        }
    }

    /// Reads the packets of a reply to a poll.
    package func reply(_ bytes: Span<UInt8>) -> [Item] {
        let decoder = PollingDecoder(
            options.format.version, mode: options.mode, limits: options.limits.packets,
            contentLimits: options.limits.contents)
        return decoder.items(bytes).map { result in
            switch result {
            case .success(let decoded):
                Item(
                    json: RMTPOperations.item(decoded.content.json, decoded.deviations),
                    title: RMTPPacketText.title(decoded.content))
            case .failure(let error): refused(StreamFault(error))
            }
        }
    }

    /// Returns the item of a packet that the decoder of a stream has read.
    package mutating func item(
        _ packet: RMTPPacket, _ deviations: [Deviation], _ direction: RMTPDirection
    ) -> Item {
        var item = Item(json: RMTPOperations.item(packet, deviations, direction))
        item.title = RMTPPacketText.title(.packet(packet, deviations), packet.header)
        let body = bodies.body(of: packet)
        guard hasBodies, let type = body.type, let data = packet.data else { return item }
        let (json, isRefused) = RMTPBodyJSON.json(data, type, options.mode, options.limits)
        item.isBodyRefused = isRefused
        item.json = .object((item.json.members ?? []) + [("body", json)])
        return item
    }

    package func refused(_ fault: StreamFault) -> Item {
        Item(json: fault.item, fault: fault)
    }
}
