// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Buffered bytes on their way to standard output, line by line.
///
/// When the reader has gone away (`imwire … | head`) the process ends at once, quietly and successfully: whoever read
/// has seen enough.
final class Output {
    /// The bytes that are not written yet; commands put theirs at the end.
    var buffer: [UInt8] = []
    /// Whether somebody watches, who wants to see each line when it is done.
    let isTerminal: Bool
    /// Colours, where they are shown.
    let style: Style
    /// Called before bytes are written to a terminal.
    var willFlush: () -> Void = {}

    private let descriptor: Int32
    private static let capacity = 64 * 1024

    /// Writes to a file descriptor that stays the caller's.
    init(_ descriptor: Int32 = STDOUT_FILENO) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        style = Style(descriptor)
        buffer.reserveCapacity(Output.capacity + 4096)
    }

    /// Puts text at the end of the line.
    func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
    }

    /// Puts a line at the end.
    func line(_ text: String) {
        write(text)
        endLine()
    }

    /// Ends the line, and writes the buffer where it is full or somebody watches.
    func endLine() {
        buffer.append(0x0a)
        if isTerminal { flush() } else { flushIfFull() }
    }

    /// Writes the buffer where it is full; for output that has no lines.
    func flushIfFull() {
        if buffer.count >= Output.capacity { flush() }
    }

    /// Writes what is in the buffer.
    func flush() {
        if buffer.isEmpty { return }
        if isTerminal { willFlush() }
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Foundation.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, -1)
            } else if errno != EINTR {
                fail(errno)
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Ends the process, since nobody takes its output.
    private func fail(_ error: Int32) -> Never {
        if error == EPIPE { ToolExit.end(.clean) }
        Console.complain("cannot write the output: \(String(cString: strerror(error)))")
        ToolExit.end(.broken)
    }
}
