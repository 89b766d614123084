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
/// Lines are written immediately, so that the log is complete up to the moment at which a process is killed. A log that
/// cannot be continued is reported once (LIV-116). Confined to the server's event loop.
final class WireLogFile {
    private let descriptor: Int32
    private let path: String
    private let clock: SessionClock
    private let limit: Int
    private var written = 0
    /// The reason why nothing more is written, or nil.
    private(set) var failure: String?

    /// Creates a log, and overwrites an existing file.
    ///
    /// - Parameter limit: The maximum size in bytes.
    /// - Throws: A usage error if the folder is missing or the path is a folder, a FIFO or a socket.
    init(path: String, _ clock: SessionClock, limit: Int = 4 << 30) throws(CommandFailure) {
        descriptor = try WireLogFile.opened(path)
        self.path = path
        self.clock = clock
        self.limit = limit
    }

    private static func opened(_ path: String) throws(CommandFailure) -> Int32 {
        var status = stat()
        if stat(path, &status) == 0 {
            if let standard = OutputFile.standardStream(status) { return dup(standard) }
            // The reader of a FIFO could stop the server.
            if [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) {
                throw .usage(
                    "\(TextLayout.shown(path, limit: 512)): is a FIFO or a socket, whose reader could stop the server; "
                        + "name a regular file")
            }
        }
        let descriptor = open(
            path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        if descriptor < 0 { throw OutputFile.cannotOpen(path, errno) }
        return descriptor
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
        guard failure == nil else { return }
        let line = Array((event.text + "\n").utf8)
        if line.count > limit - written {
            failure = "has reached \(TextLayout.grouped(limit)) bytes"
        } else if let error = FileDescriptor.write(line, to: descriptor) {
            failure = "cannot be written: \(SystemError.words(error))"
        }
        written += line.count
        if let failure { Console.complain("\(TextLayout.shown(path, limit: 512)): the log ends here: it \(failure)") }
    }
}

#endif
