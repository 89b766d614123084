// SPDX-License-Identifier: Apache-2.0

/// The headers that an Objective-C file imports, which determine the meaning of a macro that several headers define.
struct ImportedHeaders: Sendable {
    /// The name of the file, and that of the class for a category, without folders and extension.
    let stem: String
    /// The names of the imported headers, without folders and extension.
    private(set) var names: Set<String> = []

    private static let maximum = 1_000

    init(_ bytes: [UInt8], path: String) {
        stem = ImportedHeaders.stem(path)
        var start = 0
        while start < bytes.count, names.count < ImportedHeaders.maximum {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            // A longer line imports nothing.
            if end - start < 512, let text = ImportedHeaders.argument(bytes[start..<end]) {
                names.insert(ImportedHeaders.stem(text))
            }
            start = end + 1
        }
    }

    /// Returns the argument of a directive: `#import "Gift.h"`, `#include <Shop/Gift.h>`.
    private static func argument(_ line: ArraySlice<UInt8>) -> String? {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = line.drop(while: isBlank)
        guard rest.first == UInt8(ascii: "#") else { return nil }
        rest = rest.dropFirst().drop(while: isBlank)
        guard rest.starts(with: "import".utf8) || rest.starts(with: "include".utf8) else { return nil }
        let isQuote = { (byte: UInt8) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") }
        guard let open = rest.firstIndex(where: isQuote) else { return nil }
        let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ">") }
        return String(decoding: rest[(open + 1)...].prefix { !isEnd($0) }, as: UTF8.self)
    }

    /// Returns the name of a file without folders, extension, and the name of a category: `Gift` for
    /// `Shop/Gift+Price.m`.
    private static func stem(_ path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return String(name.prefix { $0 != "." && $0 != "+" })
    }
}
