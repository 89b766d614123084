// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The limits of a stream and of the contents in it, which share one set of names (`Spec/framing.md`).
package struct StreamLimits: Sendable {
    package var framing = ChatFramingLimits()
    package var contents = DecodingLimits()

    /// Creates the limits with their documented defaults.
    package init() {}

    /// Creates limits from the `limits` of a request.
    package init(_ json: RawJSON?) throws(OperationError) {
        for (name, value) in json?.members ?? [] {
            guard let limit = value.number?.int64.flatMap({ Int(exactly: $0) }), limit >= 0 else {
                throw .unsupported("a limit is not a number")
            }
            guard set(name, limit) else { throw .unsupported("an unknown limit") }
        }
    }

    private static let framingNames: [(name: String, path: WritableKeyPath<ChatFramingLimits, Int> & Sendable)] = [
        ("lineBytes", \.lineBytes), ("packetBytes", \.packetBytes), ("messageBytes", \.messageBytes),
        ("batchMessages", \.batchMessages), ("inflatedBytes", \.inflatedBytes), ("inflateRatio", \.inflateRatio),
        ("inflateFloor", \.inflateFloor), ("openFragments", \.openFragments), ("fragmentCount", \.fragmentCount),
        ("fragmentBytes", \.fragmentBytes),
    ]
    package static let contentNames = ["depth", "members", "stringBytes", "items", "numberBytes", "unknownBytes"]

    package static var names: [String] { framingNames.map(\.name) + ["fragmentAge"] + contentNames }

    package mutating func set(_ name: String, _ value: Int) -> Bool {
        if let found = StreamLimits.framingNames.first(where: { $0.name == name }) {
            framing[keyPath: found.path] = value
            return true
        }
        if name == "fragmentAge" {
            framing.fragmentAge = Int64(value)
            return true
        }
        return contents.set(name, value)
    }
}
