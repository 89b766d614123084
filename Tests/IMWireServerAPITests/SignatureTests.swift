// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import Testing

@Suite("Signatures")
struct SignatureTests {
    // Computed with `openssl dgst -sha1`; many more are in Fixtures/cases/api/sign.json.
    static let vectors = [
        ("imwire-secret", "14314", "1700000000", "e5066f365ff636e63cc3fc1851da9c3b76f6f293"),
        ("imwire-secret", "-1804289383", "1585127132", "7e0aeadaef2cb20f7e6ef9dd596e70f176811849"),
        ("imwire-secret", "随机数", "1700000000", "3c8c555e8b545100467ea08c03280881467f431e"),
        ("imwire-secret", "11121", "1700000000", "00000274c31c3c8b46e966e355bc229b84795063"),
        ("", "", "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ]

    @Test("The signature equals openssl's (API-001)", arguments: vectors)
    func goldens(_ secret: String, _ nonce: String, _ timestamp: String, _ signature: String) {
        let secret = Secret(secret)
        #expect(RequestSignature.sign(secret: secret, nonce: nonce, timestamp: timestamp) == signature)
        #expect(RequestSignature.verify(signature, secret: secret, nonce: nonce, timestamp: timestamp))
    }

    @Test("A signature that differs in one digit, in case or in length is wrong (API-006)")
    func wrong() {
        let right = "e5066f365ff636e63cc3fc1851da9c3b76f6f293"
        func isRight(_ signature: String) -> Bool {
            RequestSignature.verify(signature, secret: Secret("imwire-secret"), nonce: "14314", timestamp: "1700000000")
        }
        #expect(isRight(right))
        for index in right.indices {
            var wrong = right
            wrong.replaceSubrange(index...index, with: right[index] == "0" ? "1" : "0")
            #expect(!isRight(wrong))
        }
        for wrong in ["", right.uppercased(), String(right.dropLast()), right + "0", " " + right] {
            #expect(!isRight(wrong))
        }
    }

    @Test("The header fields contain exactly the signed values (API-004, API-005)")
    func headers() throws {
        let headers = try RequestHeaders(
            appKey: "my-key", secret: Secret("imwire-secret"), nonce: "14314", timestamp: "1700000000")
        #expect(
            headers.fields().map { "\($0.name): \($0.value)" } == [
                "App-Key: my-key", "Nonce: 14314", "Timestamp: 1700000000",
                "Signature: e5066f365ff636e63cc3fc1851da9c3b76f6f293",
            ])
        #expect(headers.fields(.prefixed).map(\.name) == ["RC-App-Key", "RC-Nonce", "RC-Timestamp", "RC-Signature"])
        for spelling in RequestHeaders.Spelling.allCases {
            let fields = headers.fields(spelling).map { (name: $0.name.uppercased(), value: $0.value) }
            let read = try RequestHeaders(reading: [(name: "Host", value: "h")] + fields.reversed())
            #expect(read == headers)
            #expect(read.isSigned(with: Secret("imwire-secret")))
            #expect(!read.isSigned(with: Secret("imwire-secreT")))
        }
    }

    @Test("An absent or repeated field is rejected (API-005)")
    func brokenHeaders() throws {
        let fields = [("App-Key", "k"), ("Nonce", "1"), ("Timestamp", "2"), ("Signature", "3")]
            .map { (name: $0.0, value: $0.1) }
        for index in fields.indices {
            var fewer = fields
            let (name, value) = fewer.remove(at: index)
            let missing = refusal { () throws(DecodeError) in try RequestHeaders(reading: fewer) }
            #expect(missing == DecodeError(.headerMissing, offset: 0, path: "/" + name))
            for again in [name, "RC-" + name, name.lowercased()] {
                let twice = refusal { () throws(DecodeError) in
                    try RequestHeaders(reading: fields + [(name: again, value: value)])
                }
                #expect(twice == DecodeError(.headerDuplicate, offset: 0, path: "/" + name))
            }
        }
    }

    @Test(
        "Values that would not arrive as signed are rejected (API-007)",
        arguments: ["a\r\nX-Admin: 1", "a\nb", "a\u{0}", "a\tb", "a\u{7f}", " a", "a "])
    func injection(_ value: String) {
        for (key, nonce, time) in [(value, "1", "2"), ("k", value, "2"), ("k", "1", value)] {
            let error = refusal(writing: { () throws(EncodeError) in
                try RequestHeaders(appKey: key, secret: Secret("s"), nonce: nonce, timestamp: time)
            })
            #expect(error?.code == .header)
        }
    }
}
