// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file, or standard input, open for reading.
struct InputFile: ~Copyable {
    /// What stands for standard input on the command line.
    static let standardInput = "-"

    /// The name as it was given.
    let name: String
    /// Where the bytes come from.
    let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: what is wrong with it, where it cannot be opened or holds no bytes by its nature.
    init(_ name: String) throws(InputError) {
        self.name = name
        if name == InputFile.standardInput {
            descriptor = STDIN_FILENO
            if isatty(STDIN_FILENO) == 1 { Console.complain("reading from the terminal; end with Ctrl-D") }
            return
        }
        let opened = open(name, O_RDONLY | O_CLOEXEC)
        if opened < 0 { throw InputError(name, errno) }
        descriptor = opened
    }

    /// The files to read: standard input where none are named.
    static func names(_ files: [String]) -> [String] {
        files.isEmpty ? [standardInput] : files
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }
}

/// Why a file cannot be read, in words.
struct InputError: Error {
    /// What is wrong and what to do next, behind the file's name.
    let message: String

    init(_ name: String, _ code: Int32) {
        let title = name == InputFile.standardInput ? "standard input" : TextLayout.shown(name, limit: 512)
        let reason =
            switch code {
            case ENOENT: "there is no such file; check the name, or give - for standard input"
            case EISDIR: "is a directory; name the files in it, for instance with \(title)/*.jsonl"
            case EACCES: "may not be read by this user; change its permissions"
            default: "cannot be read: \(String(cString: strerror(code)))"
            }
        message = "\(title): \(reason)"
    }
}
