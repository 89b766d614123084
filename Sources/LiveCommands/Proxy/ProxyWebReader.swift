// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireRMTP
import LiveReaders
import NIOCore

/// A reader of HTTP and the WebSocket that follows it, in the proxy's buffers.
final class ProxyWebReader: ProxyReader {
    private var reader: WebReader

    var logsParts: Bool { reader.isWebSocket }
    var pending: Int { reader.pending }
    var unanswered: Int { reader.unanswered }

    init(_ mode: DecodingMode) {
        reader = WebReader(mode)
    }

    func read(_ buffer: ByteBuffer, _ direction: RMTPDirection) -> ProxyArrivals {
        // Nothing is copied once nothing more is read.
        reader.isUnread ? [] : ProxyWebReader.arrivals(reader.read(Array(buffer.readableBytesView), direction))
    }

    func end(_ direction: RMTPDirection) -> ProxyArrivals {
        ProxyWebReader.arrivals(reader.end(direction))
    }

    func isReady(for direction: RMTPDirection) -> Bool { reader.isReady(for: direction) }

    private static func arrivals(_ found: [(direction: RMTPDirection, arrival: WebArrival)]) -> ProxyArrivals {
        found.map { ($0.direction, .packets($0.arrival)) }
    }
}

#endif
