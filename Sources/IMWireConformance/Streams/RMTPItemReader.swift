// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// Reads packets into the items of the testee protocol, with their bodies beside them (TST-088, PRB-060).
package struct RMTPItemReader {
    /// An item as JSON, or what is wrong.
    package struct Item {
        /// `packet` and `deviations` and perhaps `body`, or `error`.
        package var json: RawJSON
        /// Why there is no packet; nil where there is one.
        package var fault: StreamFault?
        /// Why the packet's body, or a content in it, could not be read.
        package var isBodyRefused = false
        /// A word for people: the packet and what it is about.
        package var title = ""
    }

    private let options: RMTPInspection.Options
    private let hasBodies: Bool
    private var bodies: RMTPBodies

    /// Takes what has to be known, and whether bodies are read too.
    package init(_ options: RMTPInspection.Options, bodies hasBodies: Bool) {
        self.options = options
        self.hasBodies = hasBodies
        bodies = RMTPBodies(topic: options.topic)
    }

    /// A message of a WebSocket that goes in a direction.
    package mutating func message(_ bytes: Span<UInt8>, _ direction: RMTPDirection) -> Item {
        let format = RMTPFormat(direction, options.format.version)
        do throws(DecodeError) {
            let decoded = try MessageDecoder(format, mode: options.mode, limits: options.limits.packets).packet(bytes)
            return item(decoded.content, decoded.deviations, direction)
        } catch {
            return refused(StreamFault(error))
        }
    }

    /// The packets of a reply to a poll.
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

    /// A packet that a stream's decoder has found.
    package mutating func item(
        _ packet: RMTPPacket, _ deviations: [Deviation], _ direction: RMTPDirection
    ) -> Item {
        var item = Item(json: RMTPOperations.item(packet, deviations, direction))
        item.title = RMTPPacketText.title(.packet(packet, deviations), packet.header)
        let body = bodies.body(of: packet, direction)
        guard hasBodies, let type = body.type, let data = packet.data else { return item }
        let (json, isRefused) = RMTPBodyJSON.json(data, type, options.mode, options.limits)
        item.isBodyRefused = isRefused
        item.json = .object((item.json.members ?? []) + [("body", json)])
        return item
    }

    /// What is wrong, as an item.
    package func refused(_ fault: StreamFault) -> Item {
        Item(json: fault.item, fault: fault)
    }
}
