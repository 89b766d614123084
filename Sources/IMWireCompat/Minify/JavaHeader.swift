// SPDX-License-Identifier: Apache-2.0

/// The package of a Java or Kotlin file, and the serializers that it imports.
struct JavaHeader: Sendable {
    /// A library that derives member names from the names of fields or methods at run time.
    enum Serializer: String, Sendable, CaseIterable {
        case gson, moshi, fastjson, jackson

        /// Whether the library uses the names of methods too.
        var usesMethods: Bool { self == .fastjson || self == .jackson }
    }

    private(set) var package = ""
    private(set) var serializers: Set<Serializer> = []

    /// Creates the header of a file that has not been read.
    init() {}

    /// Reads the header of a file, which is empty in other languages.
    init(_ file: SourceFile) {
        guard file.language == .java || file.language == .kotlin else { return }
        let source = file.source
        for index in 0..<source.count where source[index].isWord && source[index].startsLine {
            switch source[index].text {
            case "package": if package.isEmpty { package = JavaHeader.name(source, index + 1).joined(separator: ".") }
            case "import":
                let words = JavaHeader.name(source, index + 1)
                for word in words.prefix(4) {
                    // `com.alibaba.fastjson2`
                    guard let known = Serializer.allCases.first(where: { word.hasPrefix($0.rawValue) }) else {
                        continue
                    }
                    serializers.insert(known)
                }
            case "class", "interface", "fun", "public": return
            default: continue
            }
        }
    }

    /// Returns the words of a name with periods.
    private static func name(_ source: SourceTokens, _ start: Int) -> [String] {
        var words: [String] = []
        var index = start
        while source[index].isWord, words.count < 32 {
            words.append(source[index].text)
            guard source.isSymbol(index + 1, ".") else { break }
            index += 2
        }
        return words
    }
}
