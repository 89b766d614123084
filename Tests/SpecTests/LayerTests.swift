// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Order of the codec's folders")
struct LayerTests {
    /// The folders in order, where each may refer only to preceding ones.
    private static let layers = [
        "Bytes", "Secret", "Codes", "JSON", "Content", "Form", "Chat", "Framing", "Session",
    ]

    /// The declarations and references of a file.
    private struct Source {
        var path: String
        var layer: Int
        /// The words that begin with a capital letter.
        var words: Set<String> = []
        /// The types declared at the top level of the file.
        var types: Set<String> = []
        /// The nested types.
        var nested: Set<String> = []
    }

    private func sources() throws -> [Source] {
        let folder = root.appending(path: "Sources/IMWire")
        let walker = try #require(FileManager.default.enumerator(atPath: folder.path))
        let paths = walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        try #require(paths.count > 50)
        return try paths.map { path in
            let layer = LayerTests.layers.firstIndex { path.hasPrefix($0 + "/") }
            var source = Source(
                path: path, layer: try #require(layer, "\(path) is in a folder that has no place in the order"))
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            for line in text.split(separator: "\n") { LayerTests.read(line, &source) }
            return source
        }
    }

    /// Reads the words of a line outside comments and strings.
    private static func read(_ line: Substring, _ source: inout Source) {
        let keywords = ["struct", "enum", "class", "protocol", "typealias"]
        var isText = false
        var previous: Unicode.Scalar = " "
        var word = ""
        var last = ""
        for scalar in Array(line.unicodeScalars) + [" "] {
            defer { previous = scalar }
            if scalar == "\"", previous != "\\" { isText.toggle() }
            if isText { continue }
            if scalar == "/", previous == "/" { return }
            if scalar == "_" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                word.unicodeScalars.append(scalar)
                continue
            }
            if word.isEmpty { continue }
            if keywords.contains(last) {
                if line.first == " " { source.nested.insert(word) } else { source.types.insert(word) }
            }
            if word.first?.isUppercase == true { source.words.insert(word) }
            last = word
            word = ""
        }
    }

    @Test("No file uses a type of a later folder")
    func order() throws {
        let sources = try sources()
        var layers: [String: Int] = [:]
        var own = [Set<String>](repeating: [], count: LayerTests.layers.count)
        for source in sources {
            for name in source.types { layers[name] = source.layer }
            own[source.layer].formUnion(source.types.union(source.nested))
        }
        try #require(layers.count > 200)
        // The scan is incomplete unless it has seen the first and the last folder of the order.
        #expect(layers["Base64"] == 0 && layers["ChatServerMemory"] == LayerTests.layers.count - 1)
        for source in sources {
            for word in source.words {
                guard let layer = layers[word], layer > source.layer, !own[source.layer].contains(word) else {
                    continue
                }
                Issue.record("\(source.path) names \(word), which \(LayerTests.layers[layer]) declares")
            }
        }
    }
}
