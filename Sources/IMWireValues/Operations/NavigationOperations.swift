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
        let read = try OperationError.reading { () throws(DecodeError) in
            try NavigationAnswer.read(bytes.span, mode: request.mode, limits: limits)
        }
        var writer = ContentEncoder()
        read.answer.encode(to: &writer)
        let callback = read.callback.map { [(name: "callback", value: RawJSON($0))] } ?? []
        let value = RawJSON.object(callback + [("answer", JSONLine.onOneLine(RawJSON(writing: writer)))])
        let ids = Set(read.deviations.map(\.id)).sorted().map { RawJSON($0.description) }
        return .object([
            ("value", value), ("unknown", .array(read.answer.unknownMembers.nameTexts)),
            ("deviations", .array(ids)),
        ])
    }

    /// Encodes an answer.
    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let value = try request.member("value")
        guard let json = value["answer"] else { throw .unsupported("the value has no answer") }
        let text = Array(json.text.utf8)
        let answer = try OperationError.reading { () throws(DecodeError) in try NavigationAnswer.read(text.span).answer
        }
        return try OperationError.writing { () throws(EncodeError) in
            try answer.encoded(callback: value["callback"]?.string ?? NavigationAnswer.usualCallback)
        }
    }
}
