// SPDX-License-Identifier: Apache-2.0

import Platform

/// A namespace for writing whole files, used by every command that writes one.
///
/// A regular file is created or replaced in one step: the bytes go to a new file in the same folder, which is then
/// renamed. Symbolic links are followed. Devices, FIFOs and other files that are not regular are written in place.
package enum OutputFile {
    /// Writes text to the file at `path`, and creates the folders that lead to it.
    ///
    /// - Throws: A usage error if the file cannot be opened, or an error of the tool if the write fails.
    package static func write(_ text: String, to path: String) throws(CommandFailure) {
        try write(Array(text.utf8), to: path)
    }

    /// Writes bytes to the file at `path`, and creates the folders that lead to it.
    package static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return try replace(destination(of: path), with: bytes, nil, path) }
            throw cannotOpen(path, errno)
        }
        if status.st_mode & S_IFMT == S_IFDIR { throw cannotOpen(path, EISDIR) }
        if let standard = [STDOUT_FILENO, STDERR_FILENO].first(where: { isSame(status, $0) }) {
            return try check(FileDescriptor.write(bytes, to: standard), path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return try writeThrough(bytes, to: path) }
        // Without this check, a file without write permission could still be replaced if its folder allows new files.
        guard access(path, W_OK) == 0 else { throw cannotOpen(path, errno) }
        try replace(destination(of: path), with: bytes, status, path)
    }

    /// Writes a new file and renames it to `destination`.
    private static func replace(
        _ destination: String, with bytes: [UInt8], _ old: stat?, _ path: String
    ) throws(CommandFailure) {
        let folder = URL(filePath: destination).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var template = Array(folder.appending(path: ".imwire-XXXXXX").path.utf8CString)
        let descriptor = mkstemp(&template)
        if descriptor < 0 {
            // The folder accepts no new file, so the old one can only be overwritten.
            if old != nil { return try writeThrough(bytes, to: destination, O_TRUNC) }
            throw cannotOpen(path, errno)
        }
        var error = FileDescriptor.write(bytes, to: descriptor)
        if let old { _ = fchown(descriptor, old.st_uid, old.st_gid) }
        if error == nil, fchmod(descriptor, old.map { $0.st_mode & 0o7777 } ?? newFileMode) < 0 { error = errno }
        if close(descriptor) < 0, error == nil { error = errno }
        if error == nil, rename(template, destination) < 0 { error = errno }
        if error != nil { unlink(template) }
        try check(error, path)
    }

    private static func writeThrough(_ bytes: [UInt8], to path: String, _ flags: Int32 = 0) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags)
        if descriptor < 0 { throw cannotOpen(path, errno) }
        var error = FileDescriptor.write(bytes, to: descriptor)
        if close(descriptor) < 0, error == nil { error = errno }
        try check(error, path)
    }

    /// Returns the path that remains after following symbolic links; the file at that path need not exist.
    private static func destination(of path: String) -> String {
        var path = path
        // The system follows at most 40 links.
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            let isAbsolute = target.hasPrefix("/")
            path = isAbsolute ? target : URL(filePath: path).deletingLastPathComponent().appending(path: target).path
        }
        return path
    }

    /// Returns whether a file is the one that a standard stream writes to.
    private static func isSame(_ status: stat, _ descriptor: Int32) -> Bool {
        var other = stat()
        return fstat(descriptor, &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino
    }

    /// The mode that a shell gives to a new file.
    private static var newFileMode: mode_t {
        let mask = umask(0)
        umask(mask)
        return 0o666 & ~mask
    }

    private static func check(_ error: Int32?, _ path: String) throws(CommandFailure) {
        guard let error else { return }
        throw CommandFailure(
            message: "\(TextLayout.shown(path, limit: 512)): cannot be written: \(reason(error))", exit: .broken)
    }

    private static func cannotOpen(_ path: String, _ error: Int32) -> CommandFailure {
        .usage("\(TextLayout.shown(path, limit: 512)): cannot be written: \(reason(error))")
    }

    private static func reason(_ error: Int32) -> String {
        switch error {
        case ENOENT: "there is no such folder"
        case EISDIR: "is a directory"
        default: String(cString: strerror(error))
        }
    }
}
