// SPDX-License-Identifier: Apache-2.0

import Platform

/// Writes whole files; every command that writes one does it here.
///
/// A regular file appears or changes in one step: the bytes go to a new file beside it, which then takes its name. A
/// symbolic link is followed. Devices, FIFOs and what else is not a regular file are written to and stay what they are.
package enum OutputFile {
    /// Writes text to the file that `path` names, and makes the folders that lead there.
    ///
    /// - Throws: a usage error where the file cannot be opened, an error of the tool where the write fails.
    package static func write(_ text: String, to path: String) throws(CommandFailure) {
        try write(Array(text.utf8), to: path)
    }

    /// Writes bytes to the file that `path` names, and makes the folders that lead there.
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
        // Where the folder allows a new file, a file that may not be written to could still be replaced.
        guard access(path, W_OK) == 0 else { throw cannotOpen(path, errno) }
        try replace(destination(of: path), with: bytes, status, path)
    }

    /// Writes a new file, and gives it the name of the old one.
    private static func replace(
        _ destination: String, with bytes: [UInt8], _ old: stat?, _ path: String
    ) throws(CommandFailure) {
        let folder = URL(filePath: destination).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var template = Array(folder.appending(path: ".imwire-XXXXXX").path.utf8CString)
        let descriptor = mkstemp(&template)
        if descriptor < 0 {
            // A folder that takes no new file: the old one can only be written over.
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

    /// The name that a path leads to over symbolic links; the file of that name need not be there.
    private static func destination(of path: String) -> String {
        var path = path
        // The system itself follows no more than 40 links.
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            let isAbsolute = target.hasPrefix("/")
            path = isAbsolute ? target : URL(filePath: path).deletingLastPathComponent().appending(path: target).path
        }
        return path
    }

    /// Whether a file is the one that a standard stream goes to.
    private static func isSame(_ status: stat, _ descriptor: Int32) -> Bool {
        var other = stat()
        return fstat(descriptor, &other) == 0 && other.st_dev == status.st_dev && other.st_ino == status.st_ino
    }

    /// What a new file of the shell would have.
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
