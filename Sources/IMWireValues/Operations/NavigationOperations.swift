// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.navigation.decode` and `rmtp.navigation.encode`, which convert the answer that names the
/// servers to connect to (TST-114).
package enum NavigationOperations {
    /// Decodes an answer.
    ///
    /// - Parameter request: has `mode` and `limits`.
    package static func decode(_ bytes: [UInt8], _ request: JSONObject) throws(TesteeRefusal) -> RawJSON {
        let limits = try request.packetLimits().contents
        let read = try TesteeRefusal.reading { () throws(DecodeError) in
            try NavigationAnswer.read(bytes.span, mode: request.mode, limits: limits)
        }
        var writer = ContentWriter()
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
    package static func encode(_ value: RawJSON) throws(TesteeRefusal) -> [UInt8] {
        guard let json = value["answer"] else { throw .unsupported("the value has no answer") }
        let text = Array(json.text.utf8)
        let answer = try TesteeRefusal.reading { () throws(DecodeError) in try NavigationAnswer.read(text.span).answer }
        return try TesteeRefusal.writing { () throws(EncodeError) in
            try answer.encoded(callback: value["callback"]?.string ?? NavigationAnswer.usualCallback)
        }
    }
}
