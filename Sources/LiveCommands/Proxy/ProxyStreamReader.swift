// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireRMTP
import LiveReaders
import NIOCore

/// The format of RongCloud packets on TCP.
package struct ProxyStreamSettings: Hashable, Sendable {
    package var version: RMTPVersion
    /// The eight-byte key that is combined with bodies (RMTP-087).
    package var key: [UInt8]?

    package init(_ version: RMTPVersion = .three, key: [UInt8]? = nil) {
        (self.version, self.key) = (version, key)
    }
}

/// A reader of RongCloud packets on TCP (RMTP-080).
final class ProxyStreamReader: ProxyReader {
    let logsParts = false
    private var inspection: RMTPInspection
    private var decoders: [RMTPDirection: RMTPFrameDecoder] = [:]
    private var buffers: [RMTPDirection: ByteBuffer] = [:]
    var pending: Int { buffers.values.reduce(0) { $0 + $1.readableBytes } }

    init(_ settings: ProxyStreamSettings, _ mode: DecodingMode) {
        var options = RMTPInspection.Options(.tcp, RMTPFormat(.up, settings.version))
        options.mode = mode
        options.key = settings.key
        inspection = RMTPInspection(options)
        for direction in RMTPDirection.allCases {
            let key = settings.key.flatMap { try? RMTPStreamKey($0) }
            decoders[direction] = RMTPFrameDecoder(
                RMTPFormat(direction, settings.version), key: key, mode: mode, limits: options.limits.packets)
        }
    }

    func read(_ buffer: ByteBuffer, _ direction: RMTPDirection) -> ProxyArrivals {
        // Both are moved out while they change to avoid copies, and are not restored after an error that ends the
        // stream.
        guard var decoder = decoders.removeValue(forKey: direction) else { return [] }
        var pending = buffers.removeValue(forKey: direction) ?? ByteBuffer()
        pending.writeImmutableBuffer(buffer)
        var arrivals: ProxyArrivals = []
        while let (part, bytes) = inspection.packet(in: pending.readableBytesUInt8Span, &decoder, going: direction) {
            pending.moveReaderIndex(forwardBy: bytes.count)
            arrivals.append((direction, .packets(.part(bytes, part))))
        }
        if decoder.isClosed {
            return arrivals + [
                (direction, .packets(.unread("after an error that ends the stream of packets (RMTP-004)")))
            ]
        }
        pending.discardReadBytes()
        (decoders[direction], buffers[direction]) = (decoder, pending)
        return arrivals
    }

    func end(_ direction: RMTPDirection) -> ProxyArrivals {
        guard let rest = buffers.removeValue(forKey: direction), rest.readableBytes > 0,
            let fault = decoders[direction]?.finish(rest.readableBytesUInt8Span)
        else { return [] }
        return [(direction, .packets(.wrong(fault.error.code.rawValue, "the end of the stream")))]
    }
}

#endif
