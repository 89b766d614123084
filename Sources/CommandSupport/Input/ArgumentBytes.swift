// SPDX-License-Identifier: Apache-2.0

#if Tools

import Platform

/// The bytes of an argument as the shell gave them.
///
/// `CommandLine.arguments` replaces bytes that are not UTF-8, so a path with such bytes names nothing any more.
package enum ArgumentBytes {
    /// The bytes of the argument that reads as `text`; the text's own where no argument does.
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
