// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues
import Platform

/// The file in which the server keeps its state: a complete memory, followed by a JSON line for each later change.
///
/// A line is written before any confirmation of the change is sent (SES-004), so killing the process loses nothing that
/// a client believes to be safe. An incomplete last line was never confirmed and is ignored.
final class MemoryFile {
    private let path: String
    private var descriptor: Int32 = -1
    /// The reason why nothing more can be written.
    private(set) var failure: String?
    /// The number of bytes appended since the complete memory was written, and the number of bytes of that memory.
    private(set) var added = 0
    private var whole = 0

    /// Reads the lines of the file, the oldest first.
    init(_ path: String, read: (RawJSON) throws -> Void) throws {
        self.path = path
        guard let data = FileManager.default.contents(atPath: path) else { return }
        let bytes = Array(data)
        var number = 0
        var start = 0
        while let end = bytes[start...].firstIndex(of: 0x0a) {
            number += 1
            guard let json = RawJSON(line: Array(bytes[start..<end])) else {
                throw CommandFailure.usage("\(path), line \(number): is not JSON")
            }
            do {
                try read(json)
            } catch {
                throw CommandFailure.usage("\(path), line \(number): \(error)")
            }
            start = end + 1
        }
    }

    deinit { close(descriptor) }

    /// Whether the appended lines are so large that rewriting the complete memory makes the file much smaller.
    var isLarge: Bool { added > 16 << 20 && added > 4 * whole }

    /// Replaces all lines with a complete memory.
    func replace(_ lines: [String]) throws {
        let text = lines.map { $0 + "\n" }.joined()
        try OutputFile.write(text, to: path)
        close(descriptor)
        descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        if descriptor < 0 { throw CommandFailure.usage("\(path): \(String(cString: strerror(errno)))") }
        chmod(path, 0o600)
        whole = text.utf8.count
        added = 0
    }

    /// Appends a line.
    func append(_ line: String) {
        guard failure == nil else { return }
        let bytes = Array((line + "\n").utf8)
        if let error = FileDescriptor.write(bytes, to: descriptor) { failure = String(cString: strerror(error)) }
        added += bytes.count
    }
}

#endif
