// SPDX-License-Identifier: Apache-2.0

import CAllocations
import IMWire
import IMWireRMTP
import Testing

/// Tests of bodies that are decoded into a message that has been decoded before.
@Suite("Replaced bodies")
struct ReplacedBodyTests {
    @Test("A replaced message equals a fresh one", arguments: RMTPBody.all.map { $0.messageName })
    func agreement(name: String) throws {
        let type = try #require(RMTPBody.type(named: name))
        try agree(type, name)
    }

    @Test("A replaced message of repeated fields equals a fresh one")
    func probe() throws {
        try agree(Probe.self, "Probe")
    }

    private func agree<Body: ProtobufMessage>(_ type: Body.Type, _ name: String) throws {
        var message = Body()
        for seed in 0..<400 {
            var generator = BodyGenerator(name, seed)
            let bytes = generator.body(Body.fields)
            let fresh = Result { () throws(DecodeError) in try Body.decode(bytes.span) }
            let again = Result { () throws(DecodeError) in try message.replace(by: bytes.span) }
            switch (fresh, again) {
            case (.success(let fresh), .success(let deviations)):
                #expect(message == fresh.value && deviations == fresh.deviations, "seed \(seed)")
                #expect(try message.encoded(isPartial: true) == fresh.value.encoded(isPartial: true), "seed \(seed)")
            case (.failure(let error), .failure(let other)):
                #expect(error == other && message == Body(), "seed \(seed)")
            default: Issue.record("seed \(seed): only one of both is accepted")
            }
        }
    }

    @Test("Lists that are interrupted or shorter, and messages in two pieces, equal those of a fresh body")
    func pieces() throws {
        let one = "1205 0801 120161"
        let other = "1205 0802 120162"
        var message = RMTPBody.SessionStates()
        for text in [
            one + one + one + "0801", one + "0802" + other + other, other + "0803" + one, "0804", one + "0805",
        ] {
            _ = try message.replace(by: hex(text).span)
            #expect(try message == RMTPBody.SessionStates(protobuf: hex(text)))
        }
    }

    @Test("An error in a list has the path of a fresh message")
    func path() throws {
        let good = try RMTPBody.DownStreamMessages(
            protobuf: hex("0a 06 0a0161 220162 0a 06 0a0161 220162 1001"))
        var message = good
        let bad = hex("0a 06 0a0161 220162 0a 06 0a0161 2201ff 1001")
        let error = #expect(throws: DecodeError.self) { try message.replace(by: bad.span) }
        let fresh = #expect(throws: DecodeError.self) { try RMTPBody.DownStreamMessages.decode(bad.span) }
        #expect(error == fresh)
        #expect(message == RMTPBody.DownStreamMessages())
    }

    @Test("A message that is shared keeps its value")
    func copies() throws {
        let first = hex("0803 1209 52433a5478744d7367 1a10 7b22636f6e74656e74223a226869227d")
        var message = try RMTPBody.UpStreamMessage(protobuf: first)
        let copy = message
        _ = try message.replace(by: hex("0804 1204 52433a41 1a02 7b7d").span)
        #expect(try copy == RMTPBody.UpStreamMessage(protobuf: first))
        #expect(message.content == [0x7b, 0x7d])
    }

    @Test(
        "Replacing the bytes of a message, and a text by an equal one, allocates nothing",
        .enabled(if: imwire_counts_allocations(), "this build does not count allocations"))
    func allocations() throws {
        // The text has 18 bytes, more than a string holds without storage.
        let bytes = hex(
            "0803 1212 52433a5478744d736752433a5478744d7367 1a10 7b22636f6e74656e74223a226869227d")
        var message = try RMTPBody.UpStreamMessage(protobuf: bytes)
        var deviations = try message.replace(by: bytes.span).count
        let before = imwire_allocations()
        for _ in 0..<100 { deviations += try message.replace(by: bytes.span).count }
        #if !DEBUG
        #expect(imwire_allocations() - before == 0)
        #endif
        #expect(imwire_allocations() >= before && deviations == 0)
    }
}
