// SPDX-License-Identifier: Apache-2.0

import Platform

/// A namespace for writing whole files, used by every command that writes one.
///
/// A regular file is created or replaced in one step: the bytes go to a new file in the same folder, which is then
/// renamed. Symbolic links are followed. Devices, FIFOs and other files that are not regular are written in place; a FIFO
/// that no process reads is an error after five seconds. A folder that is missing is an error, because it is more often a misspelt one than one to be created.
package enum OutputFile {
    /// Writes text to the file at `path`, whose folder must exist.
    ///
    /// - Throws: A usage error if the file cannot be opened, or an error of the tool if the write fails.
    package static func write(_ text: String, to path: String) throws(CommandFailure) {
        try write(Array(text.utf8), to: path)
    }

    /// Writes bytes to the file at `path`, whose folder must exist.
    ///
    /// - Parameter isPrivate: Whether only the user may read a file that is created; an existing file keeps its mode.
    package static func write(
        _ bytes: [UInt8], to path: String, isPrivate: Bool = false
    ) throws(CommandFailure) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT {
                return try replace(destination(of: path), with: bytes, nil, path, isPrivate: isPrivate)
            }
            throw cannotOpen(path, errno)
        }
        if status.st_mode & S_IFMT == S_IFDIR { throw cannotOpen(path, EISDIR) }
        if let standard = standardStream(status) {
            return try check(FileDescriptor.write(bytes, to: standard), path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return try writeThrough(bytes, to: path) }
        // Without this check, a file without write permission could still be replaced if its folder allows new files.
        guard access(path, W_OK) == 0 else { throw cannotOpen(path, errno) }
        try replace(destination(of: path), with: bytes, status, path)
    }

    /// Throws a usage error if a file at `path` could not be written because its folder is missing or it is a folder.
    ///
    /// A command that runs for long calls this at its start.
    package static func check(_ path: String) throws(CommandFailure) {
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { throw cannotOpen(path, EISDIR) }
        } else if errno != ENOENT {
            throw cannotOpen(path, errno)
        } else if stat(folder(of: destination(of: path)), &status) != 0 {
            throw cannotOpen(path, errno)
        }
    }

    /// Creates a folder, and those that lead to it, for a command whose option names a folder of files.
    ///
    /// - Parameter isTemporary: Whether the command removes the folder again; any other is reported.
    package static func makeFolder(_ path: String, isTemporary: Bool = false) throws(CommandFailure) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .usage("\(TextLayout.path(path)): the folder cannot be created")
        }
        if !isTemporary { Console.complain("created the folder \(TextLayout.path(path))") }
    }

    /// Writes a new file and renames it to `destination`.
    private static func replace(
        _ destination: String, with bytes: [UInt8], _ old: stat?, _ path: String, isPrivate: Bool = false
    ) throws(CommandFailure) {
        let new: Replacement
        do throws(CommandFailure) {
            new = try Replacement(of: destination, old, path, isPrivate: isPrivate)
        } catch {
            // If the old file cannot be replaced, it can only be overwritten.
            if old != nil { return try writeThrough(bytes, to: destination, O_TRUNC) }
            throw error
        }
        new.write(bytes)
        try new.finish()
    }

    /// A new file that replaces another in one step.
    package final class Replacement {
        /// The descriptor of the new file.
        package let descriptor: Int32
        /// The number of bytes written.
        package private(set) var count = 0
        private let destination: String
        private let path: String
        private var template: [CChar]
        private var error: Int32?
        private var isOpen = true
        private var isDone = false

        /// Creates a new file beside the regular file at `path`, with its owner and mode.
        ///
        /// - Throws: A usage error if the folder is missing, accepts no file, or the file would change its owner.
        package convenience init(of path: String) throws(CommandFailure) {
            var status = stat()
            let old = stat(path, &status) == 0 ? status : nil
            try self.init(of: OutputFile.destination(of: path), old, path, isPrivate: true)
        }

        fileprivate init(
            of destination: String, _ old: stat?, _ path: String, isPrivate: Bool
        ) throws(CommandFailure) {
            (self.destination, self.path) = (destination, path)
            let folder = OutputFile.folder(of: destination)
            template = Array((folder + (folder.hasSuffix("/") ? "" : "/") + ".imwire-XXXXXX").utf8CString)
            descriptor = mkstemp(&template)
            if descriptor < 0 {
                isDone = true
                throw OutputFile.cannotOpen(path, errno)
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let mode = old.map { $0.st_mode & 0o7777 } ?? (isPrivate ? 0o600 : OutputFile.newFileMode)
            // The owner comes first, because changing it clears bits of the mode.
            let isSame = old.map { fchown(descriptor, $0.st_uid, $0.st_gid) == 0 } ?? true
            guard isSame, fchmod(descriptor, mode) == 0 else {
                let error = errno
                abandon()
                throw OutputFile.cannotOpen(path, error)
            }
        }

        /// Writes bytes; an error is thrown by ``finish()``.
        package func write(_ bytes: [UInt8]) {
            if error == nil { error = FileDescriptor.write(bytes, to: descriptor) }
            count += bytes.count
        }

        /// Renames the new file to the old one's name; without success the old file stays as it is.
        ///
        /// - Parameter keepsOpen: Whether the caller writes to ``descriptor`` afterwards, and closes it.
        package func finish(keepsOpen: Bool = false) throws(CommandFailure) {
            if !keepsOpen {
                isOpen = false
                if close(descriptor) < 0, error == nil { error = errno }
            }
            if error == nil, rename(template, destination) < 0 { error = errno }
            if let error {
                abandon()
                throw OutputFile.failed(path, error)
            }
            isDone = true
        }

        private func abandon() {
            if isDone { return }
            isDone = true
            unlink(template)
            if isOpen { close(descriptor) }
        }

        deinit { abandon() }
    }

    /// Returns the folder of a path.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func writeThrough(_ bytes: [UInt8], to path: String, _ flags: Int32 = 0) throws(CommandFailure) {
        let descriptor = try openInPlace(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags)
        var error = FileDescriptor.write(bytes, to: descriptor)
        if close(descriptor) < 0, error == nil { error = errno }
        try check(error, path)
    }

    /// Opens a file for writing in place, without waiting longer than five seconds for a reader of a FIFO.
    private static func openInPlace(_ path: String, _ flags: Int32) throws(CommandFailure) -> Int32 {
        var status = stat()
        let isFIFO = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
        let waiting = isFIFO ? O_NONBLOCK : 0
        var descriptor = open(path, flags | waiting)
        for _ in 0..<50 where isFIFO && descriptor < 0 && errno == ENXIO {
            usleep(100_000)
            descriptor = open(path, flags | waiting)
        }
        if descriptor >= 0 {
            // From here on, a slow reader is waited for.
            if isFIFO { _ = fcntl(descriptor, F_SETFL, flags) }
            return descriptor
        }
        guard isFIFO && errno == ENXIO else { throw cannotOpen(path, errno) }
        throw .usage("\(TextLayout.path(path)): cannot be written: no process reads the FIFO")
    }

    /// Returns the path that remains after following symbolic links; the file at that path need not exist.
    private static func destination(of path: String) -> String {
        var path = path
        // The system follows at most 40 links.
        for _ in 0..<40 {
            guard let target = linkTarget(path) else { break }
            path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
        }
        return path
    }

    /// Returns the target of the symbolic link at `path`, or nil if there is no link.
    private static func linkTarget(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        return count < 0 ? nil : String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the standard stream that writes to a file, or nil if none does.
    package static func standardStream(_ status: stat) -> Int32? {
        [STDOUT_FILENO, STDERR_FILENO].first { isSame(status, $0) }
    }

    /// Returns whether a file is the one that a standard stream writes to.
    private static func isSame(_ status: stat, _ descriptor: Int32) -> Bool {
        var other = stat()
        return fstat(descriptor, &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino
    }

    /// The mode of a new file that a shell creates.
    private static var newFileMode: mode_t {
        let mask = umask(0)
        umask(mask)
        return 0o666 & ~mask
    }

    private static func check(_ error: Int32?, _ path: String) throws(CommandFailure) {
        if let error { throw failed(path, error) }
    }

    private static func failed(_ path: String, _ error: Int32) -> CommandFailure {
        CommandFailure(
            message: "\(TextLayout.path(path)): cannot be written: \(reason(path, error))", exit: .broken)
    }

    /// Returns a usage error for a file that cannot be opened.
    package static func cannotOpen(_ path: String, _ error: Int32) -> CommandFailure {
        .usage("\(TextLayout.path(path)): cannot be written: \(reason(path, error))")
    }

    private static func reason(_ path: String, _ error: Int32) -> String {
        switch error {
        case ENOENT:
            "there is no folder \(TextLayout.shown(folder(of: destination(of: path)), limit: 512)); create it first"
        default: SystemError.words(error)
        }
    }
}
