// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import NIOCore

/// Something that a reader has found in a copy of what goes over a connection.
enum ProxyArrival {
    /// Both sides have agreed on a WebSocket.
    case opened
    /// What follows is not read, and why.
    case unread(String)
    /// What nobody may send: a code and a place.
    case wrong(String, String)
    /// A packet, or a request or reply of a client that polls.
    case part([UInt8], InspectedPart)
    /// A line or packet of socket chat.
    case chat(ChatUnit, [UInt8], StreamFraming)
}

/// What a reader has found, and which way it goes.
typealias ProxyArrivals = [(direction: RMTPDirection, arrival: ProxyArrival)]

/// Reads both directions of one connection; the bytes come from anybody and in any pieces.
protocol ProxyReader: AnyObject {
    /// Whether messages are logged one by one, in place of the pieces in which bytes come.
    var logsParts: Bool { get }
    /// The bytes that are kept until more come.
    var pending: Int { get }
    func take(_ buffer: ByteBuffer, _ direction: RMTPDirection) -> ProxyArrivals
    /// One side sends no more.
    func end(_ direction: RMTPDirection) -> ProxyArrivals
}

extension ProxySettings {
    /// A reader for one connection.
    func reader() -> any ProxyReader {
        if target.isWebSocket { return ProxyWebReader(mode) }
        return rmtp.map { ProxyStreamReader($0, mode) } ?? ProxyChatReader(mode)
    }
}

#endif
