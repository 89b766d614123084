// SPDX-License-Identifier: Apache-2.0

import Platform

/// A path in the form used by the file system: bytes that need not be UTF-8.
package struct FilePath: Sendable {
    /// The bytes, without a terminating zero.
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The path for people, in which bytes that are not UTF-8 become replacement characters.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the path of an entry of this folder; an empty path is the folder that paths are relative to.
    func entry(_ name: FilePath) -> FilePath {
        FilePath(bytes.isEmpty ? name.bytes : bytes + [UInt8(ascii: "/")] + name.bytes)
    }

    /// Calls a function of the C library with the path.
    func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { bytes in
            withExtendedLifetime(bytes) {
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // The buffer contains at least the terminating zero.
                    characters.baseAddress.map(body) ?? body("")
                }
            }
        }
    }

    /// Returns the names in a folder, in the order of their bytes.
    ///
    /// - Throws: The error number, if the folder cannot be read.
    func entries() throws(FileError) -> [FilePath] {
        guard let directory = withPointer({ opendir($0) }) else { throw FileError(code: errno) }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
        }
        return names.ordered { $0.lexicographicallyPrecedes($1) }.map { FilePath($0) }
    }

    /// Returns the status of the file at the path; links are not followed.
    func information() throws(FileError) -> stat {
        var information = stat()
        guard withPointer({ lstat($0, &information) }) == 0 else { throw FileError(code: errno) }
        return information
    }
}

/// An error of the file system.
struct FileError: Error {
    var code: Int32

    /// The description of the error.
    var message: String { String(cString: strerror(code)) }
}
