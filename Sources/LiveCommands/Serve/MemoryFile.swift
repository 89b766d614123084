// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues
import Platform

/// What the server keeps over its end: a JSON line for each thing that has happened since the memory was written whole.
///
/// A line is written before anything that confirms it goes out (SES-004), so nothing is lost that a client believes to be
/// safe when the process is killed. A last line that is not whole was confirmed to nobody, and is passed over.
final class MemoryFile {
    private let path: String
    private var descriptor: Int32 = -1
    /// Why nothing can be kept any more.
    private(set) var failure: String?
    /// The bytes since the memory was written whole, and those of it.
    private(set) var added = 0
    private var whole = 0

    /// Opens the file; reads the lines that are there, the oldest first.
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

    /// Whether so much has been added that writing the memory whole makes the file much smaller.
    var isLarge: Bool { added > 16 << 20 && added > 4 * whole }

    /// Writes the memory whole, in place of all lines.
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

    /// Adds a line.
    func append(_ line: String) {
        guard failure == nil else { return }
        let bytes = Array((line + "\n").utf8)
        if let error = FileDescriptor.write(bytes, to: descriptor) { failure = String(cString: strerror(error)) }
        added += bytes.count
    }
}

#endif
