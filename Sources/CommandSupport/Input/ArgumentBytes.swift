// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform

/// The bytes of an argument as the shell passed them.
///
/// `CommandLine.arguments` replaces bytes that are not UTF-8, so a path with such bytes no longer names its file.
package enum ArgumentBytes {
    /// Returns the bytes of the argument that decodes to `text`, or the bytes of `text` itself if no argument does.
    package static func of(_ text: String) -> [UInt8] {
        guard text.unicodeScalars.contains("\u{fffd}") else { return Array(text.utf8) }
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let bytes = UnsafeRawBufferPointer(start: argument, count: strlen(argument))
            if String(decoding: bytes, as: UTF8.self) == text { return Array(bytes) }
        }
        return Array(text.utf8)
    }
}

#endif
