// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform

/// A file, or standard input, open for reading.
package struct InputFile: ~Copyable {
    /// The argument that stands for standard input.
    package static let standardInput = "-"

    /// The name as given.
    package let name: String
    private let descriptor: Int32
    private let kind: String
    private let title: String?

    /// Opens a file.
    ///
    /// - Throws: An error if the file cannot be opened.
    package init(_ name: String, kind: String = "jsonl", title: String? = nil) throws(InputError) {
        (self.name, self.kind, self.title) = (name, kind, title)
        if name == InputFile.standardInput {
            descriptor = STDIN_FILENO
            if isatty(STDIN_FILENO) == 1 { Console.complain("reading from the terminal; end with Ctrl-D") }
            return
        }
        let opened = open(name, O_RDONLY | O_CLOEXEC)
        if opened < 0 { throw InputError(name, errno, kind: kind, title: title) }
        descriptor = opened
    }

    /// Returns the number of bytes that are left to read of files, or nil if it is not known of each of them.
    ///
    /// - Parameter names: The files; none is standard input.
    package static func size(of names: [String]) -> Int? {
        var size = 0
        for name in names.isEmpty ? [standardInput] : names {
            var status = stat()
            let isKnown = name == standardInput ? fstat(STDIN_FILENO, &status) == 0 : stat(name, &status) == 0
            guard isKnown, status.st_mode & S_IFMT == S_IFREG else { return nil }
            size += Int(status.st_size)
        }
        return size
    }

    /// Returns the value that `parse` reads from a whole file.
    ///
    /// - Parameter advice: A sentence that follows the error of `parse`.
    package static func parsed<Value>(
        _ name: String, maximum: Int = 64 << 20, kind: String = "json", advice: String? = nil,
        _ parse: ([UInt8]) throws -> Value
    ) throws(CommandFailure) -> Value {
        let bytes = try contents(of: name, maximum: maximum, kind: kind)
        do {
            return try parse(bytes)
        } catch {
            let reason = "\(InputError.title(name)): \(TextLayout.shown("\(error)", limit: 512))"
            throw .usage(advice.map { "\(reason). \($0)" } ?? reason)
        }
    }

    /// Returns the bytes of a whole file, which is kept in memory.
    ///
    /// - Parameters:
    ///   - maximum: The maximum size in bytes; a larger file is rejected.
    ///   - kind: The extension of such files, for the message about a folder that was named instead of its files.
    package static func contents(
        of name: String, maximum: Int = 64 << 20, kind: String = "json", title: String? = nil
    ) throws(CommandFailure) -> [UInt8] {
        do throws(InputError) {
            let bytes = try InputFile(name, kind: kind, title: title).read(upTo: maximum + 1)
            if bytes.count <= maximum { return bytes }
        } catch {
            throw .usage(error.message)
        }
        throw .usage(
            "\(title ?? InputError.title(name)): more than \(TextLayout.grouped(maximum)) bytes, which no such file has"
        )
    }

    /// Returns the next bytes, at most `most`; fewer are the rest of the file.
    package func read(upTo most: Int) throws(InputError) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: min(most, 1 << 20))
        var bytes: [UInt8] = []
        while bytes.count < most {
            chunk.removeLast(max(bytes.count + chunk.count - most, 0))
            let count = try read(into: &chunk)
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// Reads available bytes into `buffer` from an offset, at most `most`, and returns their number, which is 0 at the
    /// end of the file.
    package func read(into buffer: inout [UInt8], at offset: Int = 0, most: Int = .max) throws(InputError) -> Int {
        let count = buffer.withUnsafeMutableBytes { bytes in
            FileDescriptor.read(
                descriptor, into: UnsafeMutableRawBufferPointer(rebasing: bytes[offset...].prefix(most)))
        }
        if count < 0 { throw InputError(name, errno, kind: kind, title: title) }
        return count
    }

    /// Whether bytes are available, or the end of the file has been reached.
    package var isReady: Bool {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) != 0
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }
}

/// The reason that a file cannot be read, in words.
package struct InputError: Error {
    /// The file's name, what is wrong, and what to do next.
    package let message: String

    /// Returns the name of a file for messages.
    package static func title(_ name: String) -> String {
        name == InputFile.standardInput ? "standard input" : TextLayout.path(name)
    }

    /// Creates an error for a file that can be read, but has another form than a command reads.
    package init(_ name: String, _ hint: InputHint) {
        message = "\(InputError.title(name)): \(hint.text(name))"
    }

    package init(_ name: String, _ code: Int32, kind: String = "jsonl", title: String? = nil) {
        let title = title ?? InputError.title(name)
        let reason =
            switch code {
            case ENOENT: "there is no such file; check the name, or give - for standard input"
            case EISDIR:
                "is a directory; name the files in it, for instance with \(title)\(title.hasSuffix("/") ? "" : "/")*.\(kind)"
            case EACCES: "may not be read by this user; change its permissions"
            default: "cannot be read: \(SystemError.words(code))"
            }
        message = "\(title): \(reason)"
    }
}

#endif
