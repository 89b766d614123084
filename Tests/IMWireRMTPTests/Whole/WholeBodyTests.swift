// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import Testing

/// A check of a body and its bytes, for bodies of any type.
protocol WireCheck: Sendable, CustomTestStringConvertible {
    func check() throws
}

/// A body with all of its fields, and their bytes on the wire.
struct WholeBody<Body: ProtobufMessage>: WireCheck {
    let value: Body
    let wire: [UInt8]

    init(_ value: Body, wire: [[UInt8]]) {
        self.value = value
        self.wire = Array(wire.joined())
    }

    var testDescription: String { Body.messageName }

    func check() throws {
        let written = try value.encoded()
        #expect(written == wire)
        #expect(value.encodedByteCount == wire.count)
        let read = try Body.decode(wire.span, mode: .strict)
        #expect(read.body == value)
        #expect(read.deviations.isEmpty)

        // A field of no schema follows, and is written after the others (PRB-020).
        let longer = wire + WireBuilder.number(2_000, 7)
        let later = try Body(protobuf: longer)
        #expect(later != value)
        let again = try later.encoded()
        #expect(again == longer)
    }
}

@Suite("Bodies with all fields")
struct WholeBodyTests {
    @Test("A body built from its members encodes to the bytes of its schema", arguments: WholeBodies.all)
    func bytes(_ body: any WireCheck) throws {
        try body.check()
    }

    @Test("Each message has a body type with every field")
    func completeness() throws {
        #expect(WholeBodies.all.map(\.testDescription).sorted() == RMTPBody.all.map { $0.messageName }.sorted())
    }

    @Test("An unlisted status is kept")
    func openCodes() {
        #expect(AckStatus(rawValue: 987).rawValue == 987)
    }
}
