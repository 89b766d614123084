// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireNIO
import Platform

/// The wire log: a JSON line for each piece of what goes over a connection, and for what happens to it.
///
/// `{"at":12,"connection":1,"direction":"up","transport":"tcp","bytes":"…"}`, or with an `event` in place of direction and
/// bytes. Written at once, so that what a process did before it was killed is there. Confined to the server's loop.
final class WireLog {
    /// How the bytes travelled.
    enum Transport: String, Sendable {
        case tcp, tls, websocket, http
    }

    private let descriptor: Int32
    private let clock: SessionClock
    private var written = 0
    private static let limit = 4 << 30

    /// Starts a new file.
    init(path: String, _ clock: SessionClock) throws(CommandFailure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        self.clock = clock
        if descriptor < 0 { throw .usage("\(path): cannot be written: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    func bytes(_ bytes: [UInt8], _ direction: String, _ connection: Int, _ transport: Transport) {
        line(
            connection,
            "\"direction\":\"\(direction)\",\"transport\":\"\(transport.rawValue)\",\"bytes\":\""
                + Base64.encode(bytes) + "\"")
    }

    /// `open`, `close` or `error`, with what there is to say about it.
    func event(_ event: String, _ connection: Int, _ transport: Transport, _ detail: String? = nil) {
        let text = detail.map { ",\"detail\":" + RawJSON($0).text } ?? ""
        line(connection, "\"event\":\"\(event)\",\"transport\":\"\(transport.rawValue)\"" + text)
    }

    private func line(_ connection: Int, _ rest: String) {
        let line = Array("{\"at\":\(clock.now),\"connection\":\(connection),\(rest)}\n".utf8)
        written += line.count
        if written < WireLog.limit { _ = FileDescriptor.write(line, to: descriptor) }
    }
}

#endif
