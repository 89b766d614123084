// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform

/// A file, or standard input, open for reading.
package struct InputFile: ~Copyable {
    /// The argument that stands for standard input.
    package static let standardInput = "-"

    /// The name as given.
    package let name: String
    /// The descriptor that the bytes are read from.
    package let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: An error if the file cannot be opened.
    package init(_ name: String, kind: String = "jsonl", title: String? = nil) throws(InputError) {
        self.name = name
        if name == InputFile.standardInput {
            descriptor = STDIN_FILENO
            if isatty(STDIN_FILENO) == 1 { Console.complain("reading from the terminal; end with Ctrl-D") }
            return
        }
        let opened = open(name, O_RDONLY | O_CLOEXEC)
        if opened < 0 { throw InputError(name, errno, kind: kind, title: title) }
        descriptor = opened
    }

    /// Returns the names of the files to read: `files`, or standard input if it is empty.
    package static func names(_ files: [String]) -> [String] {
        files.isEmpty ? [standardInput] : files
    }

    /// Returns the bytes of a whole file, which is kept in memory.
    ///
    /// - Parameters:
    ///   - maximum: The maximum size in bytes; a larger file is rejected.
    ///   - kind: The extension of such files, for the message about a folder that was named instead of its files.
    package static func contents(
        of name: String, maximum: Int, kind: String, title: String? = nil
    ) throws(CommandFailure) -> [UInt8] {
        do throws(InputError) {
            let file = try InputFile(name, kind: kind, title: title)
            let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
            defer { chunk.deallocate() }
            var bytes: [UInt8] = []
            while bytes.count <= maximum {
                let count = Platform.read(
                    file.descriptor, chunk.baseAddress, min(chunk.count, maximum + 1 - bytes.count))
                let error = errno
                if count == 0 { return bytes }
                if count > 0 {
                    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
                } else if error != EINTR {
                    throw InputError(name, error, kind: kind, title: title)
                }
            }
        } catch {
            throw .usage(error.message)
        }
        let title = title ?? InputError.title(name)
        throw .usage("\(title): more than \(TextLayout.grouped(maximum)) bytes, which no such file has")
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
        name == InputFile.standardInput ? "standard input" : TextLayout.shown(name, limit: 512)
    }

    package init(_ name: String, _ code: Int32, kind: String = "jsonl", title: String? = nil) {
        let title = title ?? InputError.title(name)
        let reason =
            switch code {
            case ENOENT: "there is no such file; check the name, or give - for standard input"
            case EISDIR: "is a directory; name the files in it, for instance with \(title)/*.\(kind)"
            case EACCES: "may not be read by this user; change its permissions"
            default: "cannot be read: \(String(cString: strerror(code)))"
            }
        message = "\(title): \(reason)"
    }
}

#endif
