// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.navigation.decode` and `rmtp.navigation.encode`, which convert the answer that names the
/// servers to connect to (TST-114).
enum NavigationOperations {
    /// Decodes an answer.
    ///
    /// - Parameter request: has `bytes`, `mode` and `limits`.
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let bytes = try request.bytes("bytes")
        let limits = try request.packetLimits().contents
        let decoded = try OperationError.reading { () throws(DecodeError) in
            try NavigationAnswer.decode(bytes.span, mode: request.mode, limits: limits)
        }
        var writer = ContentEncoder()
        decoded.value.encode(to: &writer)
        let callback = decoded.value.callback.map { [(name: "callback", value: RawJSON($0))] } ?? []
        let value = RawJSON.object(callback + [("answer", JSONLine.onOneLine(RawJSON(writing: writer)))])
        let ids = Set(decoded.deviations.map(\.id)).sorted().map { RawJSON($0.description) }
        return .object([
            ("value", value), ("unknown", .array(decoded.value.unknownMembers.nameTexts)),
            ("deviations", .array(ids)),
        ])
    }

    /// Encodes an answer.
    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let value = try request.member("value")
        guard let json = value["answer"] else { throw .unsupported("the value has no answer") }
        let text = Array(json.text.utf8)
        var answer = try OperationError.reading { () throws(DecodeError) in try NavigationAnswer(text: text) }
        answer.callback = value["callback"]?.string
        return try OperationError.writing { () throws(EncodeError) in try answer.encoded() }
    }
}
