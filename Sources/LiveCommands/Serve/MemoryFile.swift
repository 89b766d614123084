// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireConformance
import IMWireValues
import Platform

/// The file in which the server keeps its state: a header, a complete memory, and a JSON line for each later change
/// (LIV-115).
///
/// A line is written before any confirmation of the change is sent (SES-004), so killing the process loses nothing that
/// a client believes to be safe. An incomplete last line was never confirmed and is ignored. A complete memory replaces
/// the file in one step.
final class MemoryFile {
    private let path: String
    private var descriptor: Int32 = -1
    /// The reason why nothing more can be written.
    private(set) var failure: String?
    /// The size of the file and of the complete memory at its start, in bytes.
    private var size = 0
    private var whole = 0
    /// The bytes and lines appended since the last call of ``isDue``.
    private var newBytes = 0
    private var newLines = 0

    /// The version of the form that is written and read.
    static let version: Int64 = 1
    private static let header = "{\"imwireMemory\":\(version)}"
    /// The size from which on a file is worth rewriting.
    private static let slack = 1 << 19

    /// Reads the lines of the file, the oldest first; a file that is missing or empty has none.
    ///
    /// - Throws: A usage error if the file is not regular or not a memory; it is not changed then.
    init(_ path: String, read: (RawJSON) throws -> Bool) throws {
        self.path = path
        try OutputFile.check(path)
        var lines = MemoryLines(try MemoryFile.opened(path))
        defer { lines.close() }
        guard let first = try lines.next() else {
            if lines.rest > 0 { throw refused("has no header") }
            return
        }
        try MemoryFile.check(header: first).map { throw refused($0) }
        var number = 1
        while let line = try lines.next() {
            number += 1
            guard let json = RawJSON(line: line) else { throw refused("line \(number) is not JSON") }
            var isKnown = false
            do {
                isKnown = try read(json)
            } catch {
                throw refused("line \(number): \(error)")
            }
            if !isKnown { throw refused("line \(number) is not of a memory") }
        }
    }

    deinit { close(descriptor) }

    /// Opens the file for reading, or returns -1 if it does not exist.
    private static func opened(_ path: String) throws -> Int32 {
        func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
        var status = stat()
        if stat(path, &status) != 0 { return -1 }
        // Opening a device or a FIFO can have an effect of its own.
        guard isRegular(status) else { throw refused(path, "is not a regular file") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw refused(path, "cannot be read: \(SystemError.words(errno))") }
        guard fstat(descriptor, &status) == 0, isRegular(status) else {
            Platform.close(descriptor)
            throw refused(path, "is not a regular file")
        }
        return descriptor
    }

    /// Returns what is wrong with the first line of a file, or nil if it is the header of this version.
    private static func check(header: [UInt8]) -> String? {
        guard header.count < 256, let json = RawJSON(line: header) else { return "has no header" }
        if let version = json["imwireMemory"]?.number?.int64 {
            return version == MemoryFile.version
                ? nil : "is of version \(version); this imwire reads version \(MemoryFile.version)"
        }
        return json["chatMemory"] == nil ? "has no header" : "has no version; an unreleased imwire has written it"
    }

    private func refused(_ reason: String) -> CommandFailure { MemoryFile.refused(path, reason) }

    private static func refused(_ path: String, _ reason: String) -> CommandFailure {
        .usage(
            "\(TextLayout.shown(path, limit: 512)): \(reason); it is not changed. Name a memory of imwire serve, or a "
                + "new file.")
    }

    /// Returns whether the file should be rewritten, so that it has at most three times its live state (LIV-115).
    ///
    /// - Parameters:
    ///   - live: Returns the approximate size that a complete memory now has; it is called only if much has changed.
    ///   - hasShrunk: Whether the state is much smaller than that of the last complete memory.
    func isDue(hasShrunk: Bool, live: () -> Int) -> Bool {
        guard failure == nil, size > MemoryFile.slack else { return false }
        guard hasShrunk || newBytes > max(MemoryFile.slack / 4, size / 16) || newLines > 4_096 else { return false }
        (newBytes, newLines) = (0, 0)
        // The second condition prevents rewriting without end if the approximation is too small.
        return size > 2 * live() + MemoryFile.slack && (hasShrunk || size > whole + whole / 4)
    }

    /// Replaces all lines with a complete memory, whose lines `body` passes on.
    func replace(_ body: (_ line: (String) -> Void) -> Void) throws {
        let new = try OutputFile.Replacement(of: path)
        var buffer: [UInt8] = []
        func add(_ line: String) {
            buffer += Array(line.utf8)
            buffer.append(UInt8(ascii: "\n"))
            if buffer.count < 1 << 20 { return }
            new.write(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
        add(MemoryFile.header)
        body(add)
        new.write(buffer)
        try new.finish(keepsOpen: true)
        close(descriptor)
        descriptor = new.descriptor
        (size, whole, newBytes, newLines) = (new.count, new.count, 0, 0)
    }

    /// Appends a line; an error is reported once.
    func append(_ line: String) {
        guard failure == nil else { return }
        let bytes = Array((line + "\n").utf8)
        if let error = FileDescriptor.write(bytes, to: descriptor) {
            failure = "cannot be written: \(SystemError.words(error))"
            Console.complain("\(TextLayout.shown(path, limit: 512)): the memory ends here: it \(failure ?? "")")
        }
        size += bytes.count
        newBytes += bytes.count
        newLines += 1
    }
}

/// A reader of the complete lines of a file.
private struct MemoryLines {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var searched = 0

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// The number of bytes after the last complete line.
    var rest: Int { buffer.count - start }

    func close() { if descriptor >= 0 { Platform.close(descriptor) } }

    /// Returns the next complete line, or nil at the end of the file.
    mutating func next() throws -> [UInt8]? {
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(buffer[start..<end])
                (start, searched) = (end + 1, end + 1)
                return line
            }
            searched = buffer.count
            guard try fill() else { return nil }
        }
    }

    private mutating func fill() throws -> Bool {
        guard descriptor >= 0 else { return false }
        buffer.removeFirst(start)
        (start, searched) = (0, searched - start)
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                throw CommandFailure(
                    message: "the memory cannot be read: \(SystemError.words(errno))", exit: .broken)
            }
            buffer += chunk[..<count]
            return count > 0
        }
    }
}

#endif
