// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

/// A check of a content and its text, for contents of any type.
protocol JSONCheck: Sendable, CustomTestStringConvertible {
    /// The type's name on the wire, or nil for a nested object.
    var type: String? { get }

    func check() throws
}

/// A content or nested object with all of its members, and the facts that its schema states.
struct WholeContent<Content: ContentObject>: JSONCheck {
    let value: Content
    let json: String
    let deviations: [String]
    let type: String?
    let flags: Int?

    init(_ value: Content, json: String, deviations: [String] = [], type: String? = nil, flags: Int? = nil) {
        self.value = value
        self.json = json
        self.deviations = deviations
        self.type = type
        self.flags = flags
    }

    var testDescription: String { "\(Content.self)" }

    func check() throws {
        var writer = ContentEncoder()
        value.encode(to: &writer)
        #expect(writer.text == json)
        let mode: DecodingMode = deviations.isEmpty ? .strict : .lenient
        let read = try Content.decodeAlone(json.utf8.span, mode: mode, limits: DecodingLimits())
        #expect(read.content == value)
        #expect(read.deviations.map(\.id.description) == deviations)
        let message = Content.self as? any MessageContent.Type
        #expect(message?.objectName.rawValue == type)
        #expect(message?.persistence?.rawValue == flags)
    }
}

@Suite("Contents with all members")
struct WholeContentTests {
    @Test("A content built from its members encodes to the text of its schema", arguments: try WholeContents.all())
    func text(_ content: any JSONCheck) throws {
        try content.check()
    }

    @Test("Each built-in type that is not opaque has a content type")
    func completeness() throws {
        let types = try WholeContents.all().compactMap(\.type)
        let known = ContentRegistry.builtIn.all.filter { $0.content != nil }.map(\.objectName.rawValue)
        #expect(types.sorted() == known.sorted())
    }
}
