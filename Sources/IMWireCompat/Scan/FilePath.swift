// SPDX-License-Identifier: Apache-2.0

import Platform

/// A path as the file system has it: bytes, which need not be UTF-8.
package struct FilePath: Sendable {
    /// The bytes, without a zero at the end.
    package let bytes: [UInt8]

    /// Takes the bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Takes a text.
    package init(_ text: String) { bytes = Array(text.utf8) }

    /// The path for people; bytes that are not UTF-8 become replacement characters.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path of an entry of this folder; an empty path is the folder that paths are relative to.
    func entry(_ name: FilePath) -> FilePath {
        FilePath(bytes.isEmpty ? name.bytes : bytes + [UInt8(ascii: "/")] + name.bytes)
    }

    /// Calls a function of the C library with the path.
    func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBytes { bytes in
            withExtendedLifetime(bytes) {
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // The buffer holds a zero at least.
                    characters.baseAddress.map(body) ?? body("")
                }
            }
        }
    }

    /// The names in a folder, in the order of their bytes.
    ///
    /// - Throws: the error number, where the folder cannot be read.
    func entries() throws(FileError) -> [FilePath] {
        guard let directory = withPointer({ opendir($0) }) else { throw FileError(code: errno) }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != Array(".".utf8) && name != Array("..".utf8) { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { FilePath($0) }
    }

    /// What the path leads to; links are not followed.
    func information() throws(FileError) -> stat {
        var information = stat()
        guard withPointer({ lstat($0, &information) }) == 0 else { throw FileError(code: errno) }
        return information
    }
}

/// An error of the file system.
struct FileError: Error {
    var code: Int32

    /// What is wrong, in words.
    var message: String { String(cString: strerror(code)) }
}
