// SPDX-License-Identifier: Apache-2.0

import Platform

/// Standard output, through which all output of the tool passes.
///
/// A failed write ends the process with an error. If the reader has closed the pipe (`imwire … | head`), the process
/// ends quietly and successfully, because the reader needs no more output.
package final class Output {
    /// The output not yet written, to which commands append.
    package var buffer: OutputBuffer
    /// Whether output goes to a terminal, where each line is written as soon as it is complete.
    package let isTerminal: Bool

    private let descriptor: Int32
    private static let capacity = 64 * 1024

    /// Creates an output for a file descriptor, which the caller still owns.
    package init(_ descriptor: Int32 = STDOUT_FILENO) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        buffer = OutputBuffer(style: Style(descriptor))
    }

    /// The colors of the output, if the output shows them.
    package var style: Style { buffer.style }

    /// Writes lines of text for people to standard output.
    package static func emit(lines text: String) {
        let out = Output()
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines { out.line(String(line)) }
        out.flush()
    }

    /// Writes a complete document, such as a report in JSON or HTML, to standard output without changing it.
    package static func emit(document text: String) {
        let out = Output()
        out.write(text)
        out.flush()
    }

    /// Writes a report to standard output in the given format.
    package static func emit(_ report: String, _ format: OutputFormat) {
        switch format {
        case .text: emit(lines: report)
        case .json: emit(document: report)
        }
    }

    /// Appends text to the current line.
    package func write(_ text: String) { buffer.write(text) }

    /// Appends a line of text for people.
    package func line(_ text: String) {
        buffer.line(text)
        flushLine()
    }

    /// Ends a line of text for people and escapes its control and bidirectional characters.
    package func endLine() {
        buffer.endLine()
        flushLine()
    }

    /// Appends a line of JSON.
    package func record(_ json: String) {
        buffer.record(json)
        flushLine()
    }

    /// Writes the buffer if it is full; for output that is not divided into lines.
    package func flushIfFull() {
        buffer.endBytes()
        if buffer.count >= Output.capacity { flush() }
    }

    private func flushLine() {
        if isTerminal || buffer.count >= Output.capacity { flush() }
    }

    /// Writes the contents of the buffer.
    package func flush() {
        write(&buffer)
    }

    /// Writes the contents of a buffer and empties it; its messages go to standard error in their places.
    package func write(_ buffer: inout OutputBuffer) {
        var written = 0
        for message in buffer.messages {
            write(buffer.bytes, written..<message.offset)
            written = message.offset
            Console.complain(message.text)
        }
        write(buffer.bytes, written..<buffer.bytes.count)
        buffer.removeAll()
    }

    private func write(_ bytes: [UInt8], _ range: Range<Int>) {
        if range.isEmpty { return }
        if isTerminal { Console.clearProgress() }
        if let error = FileDescriptor.write(bytes, range, to: descriptor) { fail(error) }
    }

    /// Ends the process because the output cannot be written.
    private func fail(_ error: Int32) -> Never {
        if error == EPIPE { ToolExit.end(.clean) }
        Console.complain("cannot write the output: \(SystemError.words(error))")
        ToolExit.end(.broken)
    }
}

/// A namespace for writing to open files and pipes.
package enum FileDescriptor {
    /// Writes all bytes, or those of a range, and retries after partial writes.
    ///
    /// - Returns: The `errno` value of the failure, or nil if all bytes were written.
    package static func write(_ bytes: [UInt8], _ range: Range<Int>? = nil, to descriptor: Int32) -> Int32? {
        let range = range ?? 0..<bytes.count
        var written = range.lowerBound
        while written < range.upperBound {
            let count = bytes.withUnsafeBytes { bytes in
                Platform.write(descriptor, bytes.baseAddress?.advanced(by: written), range.upperBound - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Reads available bytes, waits if there are none yet, and returns their number, which is 0 at the end, or -1 with
    /// `errno` set.
    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&wanted, 1, -1)
            } else if errno != EINTR {
                return -1
            }
        }
    }

    /// Opens an unusable descriptor in place of each closed standard stream, so that no file is given its number.
    package static func reserveStandardStreams() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The system assigns the lowest free number, which is `descriptor` because all lower numbers are in use.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
        }
    }
}
