// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireNIO
import IMWireRMTP
import IMWireValues
import Platform

/// The wire log of the server, with one ``WireEvent`` on each line.
///
/// Lines are written immediately, so that the log is complete up to the moment at which a process is killed. Confined
/// to the server's event loop.
final class WireLogFile {
    private let descriptor: Int32
    private let clock: SessionClock
    private var written = 0
    private static let limit = 4 << 30

    /// Creates a log, and overwrites an existing file.
    init(path: String, _ clock: SessionClock) throws(CommandFailure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        self.clock = clock
        if descriptor < 0 { throw .usage("\(path): cannot be written: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    func bytes(_ bytes: [UInt8], _ direction: RMTPDirection, _ connection: Int, _ transport: WireEvent.Transport) {
        let event = WireEvent(at: Int(clock.now), connection: connection, direction, transport, .bytes(bytes))
        write(event.json)
    }

    /// Writes an event `open`, `close` or `error` with an optional detail.
    func event(
        _ event: String, _ connection: Int, _ transport: WireEvent.Transport, _ detail: String? = nil
    ) {
        var line = JSONBuilder()
        line.add("at", clock.now)
        line.add("connection", connection)
        line.add("event", event)
        line.add("transport", transport.rawValue)
        line.add("detail", detail)
        write(line.json)
    }

    private func write(_ event: RawJSON) {
        let line = Array((event.text + "\n").utf8)
        written += line.count
        if written < WireLogFile.limit { _ = FileDescriptor.write(line, to: descriptor) }
    }
}

#endif
