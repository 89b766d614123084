// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// A form of data that has to be converted before a command reads it, recognized by its first bytes.
package struct InputHint: Equatable, Sendable {
    /// The form, such as `gzip data`.
    package let name: String
    /// The command that converts a file `FILE`, or that makes another one of it, such as `gzip -dc FILE`.
    package let command: String
    /// Whether the command's output is what was meant.
    package let isFilter: Bool

    private init(_ name: String, _ command: String, isFilter: Bool = true) {
        (self.name, self.command, self.isFilter) = (name, command, isFilter)
    }

    /// Returns what is wrong with a file, and the command line that helps.
    ///
    /// - Parameter reader: The command that reads what was converted.
    package func text(_ file: String = InputFile.standardInput, for reader: String = "imwire …") -> String {
        let line = file == InputFile.standardInput ? command : command.replacing("FILE", with: TextLayout.path(file))
        return "is \(name); convert it first: \(isFilter ? "\(line) | \(reader)" : line)"
    }

    /// Prints the bytes of one direction as hex, which `imwire inspect` reads.
    private static let payloads = "tshark -r FILE -Y tcp.dstport==PORT -T fields -e tcp.payload"

    private static let signatures: [([UInt8], InputHint)] = [
        ([0x1f, 0x8b], InputHint("gzip data", "gzip -dc FILE")),
        ([0x28, 0xb5, 0x2f, 0xfd], InputHint("zstd data", "zstd -dc FILE")),
        (Array("PK\u{3}\u{4}".utf8), InputHint("a zip archive", "unzip -p FILE")),
        ([0x7f] + Array("ELF".utf8), InputHint("an executable", "imwire inspect CAPTURE", isFilter: false)),
        ([0x0a, 0x0d, 0x0d, 0x0a], InputHint("a pcapng capture", payloads)),
        ([0xd4, 0xc3, 0xb2, 0xa1], InputHint("a pcap capture", payloads)),
    ]

    /// Returns the form of compressed data, an archive, a capture or UTF-16 text, or nil for any other.
    package static func encoded(_ start: ArraySlice<UInt8>) -> InputHint? {
        if let found = signatures.first(where: { start.starts(with: $0.0) }) { return found.1 }
        return utf16(start).map { InputHint("\($0) text", "iconv -f \($0) -t UTF-8 FILE") }
    }

    /// Returns the form of a file that should have one JSON object a line and does not, or nil for any other.
    package static func lines(_ start: ArraySlice<UInt8>) -> InputHint? {
        if let hint = encoded(start) { return hint }
        let line = start.prefix { $0 != UInt8(ascii: "\n") }
        let words = line.filter { !$0.isBlank && !$0.isLineBreak }
        // The first line of a pretty-printed text is a bracket, and the second one is indented.
        let next = start.dropFirst(line.count + 1).first
        guard words.count == 1, next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") else { return nil }
        switch words.first {
        case UInt8(ascii: "{"): return InputHint("JSON on several lines, not one object a line", "jq -c . FILE")
        case UInt8(ascii: "["): return InputHint("a JSON list, not one object a line", "jq -c '.[]' FILE")
        default: return nil
        }
    }

    /// Returns the byte order of UTF-16 text, which has a byte order mark or begins with four ASCII characters.
    private static func utf16(_ start: ArraySlice<UInt8>) -> String? {
        if start.starts(with: [0xff, 0xfe]) { return "UTF-16LE" }
        if start.starts(with: [0xfe, 0xff]) { return "UTF-16BE" }
        let first = Array(start.prefix(8))
        guard first.count == 8 else { return nil }
        func areASCII(_ offset: Int) -> Bool {
            stride(from: 0, to: 8, by: 2).allSatisfy {
                first[$0 + offset].isPrintableASCII && first[$0 + 1 - offset] == 0
            }
        }
        return areASCII(0) ? "UTF-16LE" : areASCII(1) ? "UTF-16BE" : nil
    }
}

#endif
