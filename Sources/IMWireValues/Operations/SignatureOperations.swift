// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The operations on signatures of the server API, and on the header fields and queries that carry them.
enum SignatureOperations {
    /// Signs a request (TST-095).
    static func sign(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let signature = RequestSignature.sign(
            secret: SecretText(try request.text("secret")), nonce: try request.text("nonce"),
            timestamp: try request.text("timestamp"))
        return .object(["signature": signature])
    }

    /// Decodes the header fields of a request, and verifies their signature (TST-201).
    static func decodeHeaders(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let secret = SecretText(try request.text("secret"))
        let fields = try request.member("fields").pairs()
        let headers = try OperationError.reading(RequestHeaders(reading: fields))
        return .object([
            "value": RawJSON.object([
                "appKey": headers.appKey, "nonce": headers.nonce, "timestamp": headers.timestamp,
                "signature": headers.signature, "isSigned": headers.isSigned(with: secret),
            ])
        ])
    }

    /// Encodes the header fields of a request (TST-201).
    static func encodeHeaders(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let (appKey, secret) = (try request.text("appKey"), SecretText(try request.text("secret")))
        let (nonce, timestamp) = (try request.text("nonce"), try request.text("timestamp"))
        let headers = try OperationError.writing(
            RequestHeaders(appKey: appKey, secret: secret, nonce: nonce, timestamp: timestamp))
        return .object(["value": RawJSON.object(headers.fields().map { ($0.name, $0.value.json) })])
    }

    /// Decodes the query of a callback's URL, and verifies its signature (TST-202).
    static func decodeQuery(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let (bytes, secret) = (try request.bytes("bytes"), SecretText(try request.text("secret")))
        let query = try OperationError.reading(CallbackSignature(query: bytes.span, mode: request.mode))
        return .object([
            "value": RawJSON.object([
                "appKey": query.appKey, "nonce": query.nonce, "timestamp": query.timestamp,
                "signature": query.signature, "isSigned": query.isSigned(with: secret),
            ])
        ])
    }
}

extension JSONObject {
    /// Returns a required string of a request.
    func text(_ name: String) throws(OperationError) -> String {
        guard let text = self[name]?.string else { throw .unsupported("\(name) is missing") }
        return text
    }
}

extension RawJSON {
    /// Returns the pairs of name and value in a list of a request.
    func pairs() throws(OperationError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for pair in elements ?? [] {
            guard let parts = pair.elements, parts.count == 2, let name = parts[0].string, let value = parts[1].string
            else { throw .unsupported("a list that does not consist of pairs of strings") }
            pairs.append((name, value))
        }
        return pairs
    }
}
