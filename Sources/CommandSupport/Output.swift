// SPDX-License-Identifier: Apache-2.0

import IMWireValues
import Platform

/// Buffered bytes on their way to standard output; all output of the tool passes through here.
///
/// A write that fails ends the process with an error. When the reader has gone away (`imwire … | head`) the process ends
/// quietly and successfully: whoever read has seen enough.
package final class Output {
    /// The bytes that are not written yet; commands append theirs.
    package var buffer: [UInt8] = []
    /// Whether output goes to a terminal, where each line shows when it is complete.
    package let isTerminal: Bool
    /// Colours, where they are shown.
    package let style: Style
    /// Called before bytes are written to a terminal.
    package var willFlush: () -> Void = {}

    private let descriptor: Int32
    /// Where the present line begins in the buffer.
    private var lineStart = 0
    private static let capacity = 64 * 1024

    /// Writes to a file descriptor that stays the caller's.
    package init(_ descriptor: Int32 = STDOUT_FILENO) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        style = Style(descriptor)
        buffer.reserveCapacity(Output.capacity + 4096)
    }

    /// Writes lines of text for people to standard output.
    package static func emit(lines text: String) {
        let out = Output()
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines { out.line(String(line)) }
        out.flush()
    }

    /// Writes a complete document, such as a report in JSON or HTML, to standard output as it is.
    package static func emit(document text: String) {
        let out = Output()
        out.write(text)
        out.flush()
    }

    /// Writes a report in its format to standard output.
    package static func emit(_ report: String, _ format: OutputFormat) {
        switch format {
        case .text: emit(lines: report)
        case .json: emit(document: report)
        }
    }

    /// Appends text to the present line.
    package func write(_ text: String) {
        buffer.append(contentsOf: text.utf8)
    }

    /// Appends a line of text for people.
    package func line(_ text: String) {
        write(text)
        endLine()
    }

    /// Ends a line of text for people; control and bidirectional characters in it are escaped.
    package func endLine() {
        DisplayText.escapeControls(in: &buffer, from: lineStart, keepsColours: style.isOn)
        buffer.append(UInt8(ascii: "\n"))
        flushLine()
    }

    /// Appends a line of JSON.
    package func record(_ json: String) {
        write(json)
        endRecord()
    }

    /// Ends a line of JSON; line breaks between its tokens become spaces.
    package func endRecord() {
        JSONLine.end(&buffer, from: lineStart)
        flushLine()
    }

    /// Writes the buffer where it is full; for output that has no lines.
    package func flushIfFull() {
        if buffer.count >= Output.capacity { flush() }
        lineStart = buffer.count
    }

    private func flushLine() {
        if isTerminal { flush() } else { flushIfFull() }
        lineStart = buffer.count
    }

    /// Writes what is in the buffer.
    package func flush() {
        if buffer.isEmpty { return }
        if isTerminal { willFlush() }
        if let error = FileDescriptor.write(buffer, to: descriptor) { fail(error) }
        buffer.removeAll(keepingCapacity: true)
        lineStart = 0
    }

    /// Ends the process, since nobody takes its output.
    private func fail(_ error: Int32) -> Never {
        if error == EPIPE { ToolExit.end(.clean) }
        Console.complain("cannot write the output: \(String(cString: strerror(error)))")
        ToolExit.end(.broken)
    }
}

/// Writing to files and pipes that are open.
package enum FileDescriptor {
    /// Writes all bytes, however often the system takes a part of them only.
    ///
    /// - Returns: why the bytes could not be written, or nil.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                Platform.write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
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

    /// Gives a closed standard stream a descriptor that refuses to be used, so that no file takes its number.
    package static func reserveStandardStreams() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is this one, since those below are open.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
        }
    }
}
