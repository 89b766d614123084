// SPDX-License-Identifier: Apache-2.0

/// Scripts that are not sources: copies of a library's releases, the output of compilers and bundlers, and
/// documentation written as code (CMP-064).
enum GeneratedScript {
    /// The helpers that compilers and bundlers declare in their output.
    private static let helpers: Set<String> = [
        "__webpack_require__", "__webpack_modules__", "__extends", "_classCallCheck", "_createClass", "_inherits",
        "__awaiter", "__defProp",
    ]

    /// Returns whether a file declares a helper of a compiler or a bundler.
    static func isGenerated(_ file: SourceFile) -> Bool {
        guard file.language == .javascript else { return false }
        return file.source.places(of: .word, among: helpers).contains { index in
            file.source.isWord(index - 1, "var") || file.source.isWord(index - 1, "function")
                || file.source.isWord(index, "__webpack_require__")
        }
    }

    /// Returns whether a script's name is that of a release (`Library-2.3.0.js`), the output of a bundler
    /// (`app.0a0bf22b.js`) or documentation (`LibraryDoc.js`).
    static func isCopy(_ path: String, _ language: SourceLanguage) -> Bool {
        guard language.isScript else { return false }
        let stem = stem(path)
        return hasVersion(stem) || hasDigest(stem) || isDocumentation(stem)
    }

    /// Returns whether a script's name has a digest, which bundlers add.
    static func isBundled(_ path: String, _ language: SourceLanguage) -> Bool {
        language.isScript && hasDigest(stem(path))
    }

    private static func stem(_ path: String) -> ArraySlice<UInt8> {
        let name = Array((path.split(separator: "/").last ?? "").utf8)
        return name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
    }

    /// Returns whether the last part of a name is a digest: eight or more hexadecimal digits, with a decimal one.
    private static func hasDigest(_ stem: ArraySlice<UInt8>) -> Bool {
        let parts = stem.split { [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0) }
        guard parts.count > 1, let last = parts.last, (8...64).contains(last.count) else { return false }
        // A date consists of decimal digits only.
        return last.contains(where: SourceLexer.isDigit) && !last.allSatisfy(SourceLexer.isDigit)
            && last.allSatisfy { SourceLexer.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    /// Returns whether a name contains a version of two or more numbers after its first word: `-2.3`, `-v2.0`, `.4.1.0`.
    private static func hasVersion(_ stem: ArraySlice<UInt8>) -> Bool {
        stem.indices.dropFirst().contains { index in
            guard stem[index] == UInt8(ascii: "."), SourceLexer.isDigit(stem[index - 1]),
                index + 1 < stem.endIndex, SourceLexer.isDigit(stem[index + 1])
            else { return false }
            var start = index - 1
            while start > stem.startIndex, SourceLexer.isDigit(stem[start - 1]) { start -= 1 }
            if start > stem.startIndex, stem[start - 1] == UInt8(ascii: "v") { start -= 1 }
            return start > stem.startIndex
                && [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")]
                    .contains(stem[start - 1])
        }
    }

    /// Returns whether a word of a name is `Doc` or `Docs`.
    private static func isDocumentation(_ stem: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: stem, as: UTF8.self)
        for word in ["Docs", "Doc"] {
            guard let range = text.firstRange(of: word) else { continue }
            return range.upperBound == text.endIndex || "-_.".contains(text[range.upperBound])
        }
        return text.split(whereSeparator: { "-_.".contains($0) }).contains { $0 == "doc" || $0 == "docs" }
    }
}
