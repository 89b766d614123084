// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import ArgumentParser
import CommandSupport
import IMWireConformance
import NIOCore
import NIOPosix
import Platform

/// The testee process that `imwire conform --testee-listen` starts, which represents a testee that connects over a
/// socket.
///
/// One connection replaces one process. The bridge forwards the runner's output to the testee and the
/// testee's output to standard output. When either side ends, the other ends too.
package struct TesteeBridgeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "testee-bridge", abstract: "Represents a testee that connects; imwire conform starts it.",
        shouldDisplay: false)

    @Option(help: "The descriptor of the listening socket.")
    var socket: Int32
    @Option(help: "The URL of the socket.")
    var url: String
    @Option(help: "Milliseconds to wait for a testee.")
    var wait: Int
    @Option(help: "The time limit for the answer to hello, in milliseconds.")
    var helloTimeout: Int
    @Option(help: "The descriptor of the terminal for progress messages.")
    var terminal: Int32?

    package init() {}

    package func run() async throws {
        var input = BridgeInput()
        // The runner sends nothing after hello until it is answered (TST-020), so a connection that ends before is not
        // a testee.
        guard let hello = input.line() else { return }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let deadline = ContinuousClock.now + .milliseconds(wait)
        while true {
            let accepted = try accept(until: deadline)
            guard
                let connection = try? await BridgeConnection.open(
                    accepted, isWebSocket: url.hasPrefix("ws:"), on: group.next())
            else { continue }
            guard await connection.greet(hello, timeout: .milliseconds(Int64(helloTimeout))) else { continue }
            close(socket)
            return try await connection.transfer(consume input)
        }
    }

    /// Returns the descriptor of the next connection, and reports the waiting on the terminal.
    ///
    /// - Throws: A failure with the URL and the time limit if no testee has connected and answered in time.
    private func accept(until deadline: ContinuousClock.Instant) throws(CommandFailure) -> Int32 {
        defer { show("") }
        while true {
            let left = Int((deadline - ContinuousClock.now) / .milliseconds(1))
            guard left > 0 else {
                throw CommandFailure(
                    message: "no testee connected to \(url) and answered within \(wait / 1_000) s", exit: .broken)
            }
            show("waiting for a testee at \(url), \((left + 999) / 1_000) s of \(wait / 1_000) s are left")
            var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, Int32(min(left, 500))) > 0 else { continue }
            // Bridges of other jobs share the listening socket and may have accepted the connection first.
            let flags = fcntl(socket, F_GETFL)
            _ = fcntl(socket, F_SETFL, flags | O_NONBLOCK)
            let connection = Platform.accept(socket, nil, nil)
            if connection >= 0 { return connection }
        }
    }

    private func show(_ text: String) {
        if let terminal { _ = FileDescriptor.write(Array("\r\u{1b}[K\(text)".utf8), to: terminal) }
    }
}

/// The lines that the runner writes to standard input.
struct BridgeInput: Sendable {
    private var lines = LineBuffer()
    private var hasEnded = false
    private static let longest = (8 << 20) + 1

    /// Returns the next line with its line feed, or nil at the end of the input.
    mutating func line() -> ByteBuffer? {
        while true {
            if let line = lines.removeLine() { return ByteBuffer(bytes: line + [UInt8(ascii: "\n")]) }
            // The runner limits its lines to 8 MiB (TST-004).
            if hasEnded || lines.count > BridgeInput.longest { return nil }
            var room = [UInt8](repeating: 0, count: 65_536)
            let count = read(STDIN_FILENO, &room, room.count)
            if count > 0 {
                lines.append(Array(room[..<count]))
            } else if count == 0 || errno != EINTR {
                hasEnded = true
            }
        }
    }
}

#endif
