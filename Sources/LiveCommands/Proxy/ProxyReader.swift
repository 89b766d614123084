// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import LiveReaders
import NIOCore

/// A result of reading a copy of a connection's data.
enum ProxyArrival {
    /// A result of reading packets, or HTTP and the WebSocket that follows it.
    case packets(WebArrival)
    /// A line or packet of socket chat.
    case chat(ChatUnit, [UInt8], StreamFraming)
}

/// The results of reading, with their directions.
typealias ProxyArrivals = [(direction: RMTPDirection, arrival: ProxyArrival)]

/// A reader for both directions of a connection, which accepts untrusted bytes in chunks of any size.
protocol ProxyReader: AnyObject {
    /// Whether the log has one entry for each message, instead of one for each chunk of bytes.
    var logsParts: Bool { get }
    /// The number of bytes kept until more arrive.
    var pending: Int { get }
    func read(_ buffer: ByteBuffer, _ direction: RMTPDirection) -> ProxyArrivals
    /// Reports that one side sends no more.
    func end(_ direction: RMTPDirection) -> ProxyArrivals
    /// Returns whether more data of a direction may be read; otherwise the other side must send first (LIV-132).
    func isReady(for direction: RMTPDirection) -> Bool
    /// The number of requests that wait for their responses.
    var unanswered: Int { get }
}

extension ProxyReader {
    func isReady(for direction: RMTPDirection) -> Bool { true }
    var unanswered: Int { 0 }
}

extension ProxySettings {
    func reader() -> any ProxyReader {
        if target.isWebSocket { return ProxyWebReader(mode) }
        return rmtp.map { ProxyStreamReader($0, mode) } ?? ProxyChatReader(mode)
    }
}

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
