// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operations `rmtp.navigation.decode` and `rmtp.navigation.encode`, which convert the answer that names the
/// servers to connect to (TST-114).
enum NavigationOperations {
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let bytes = try request.bytes("bytes")
        let limits = try request.packetLimits().contents
        let read = try OperationError.reading(
            NavigationAnswer.read(bytes.span, mode: request.mode, limits: limits))
        var writer = ContentEncoder()
        read.answer.encode(to: &writer)
        let value = RawJSON.object([
            "callback": read.callback, "answer": JSONLine.onOneLine(RawJSON(writing: writer)),
        ])
        return .object([
            "value": value, "unknown": read.answer.unknownMembers.nameTexts, "deviations": read.deviations.sortedNames,
        ])
    }

    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let value = try request.member("value")
        guard let json = value["answer"] else { throw .unsupported("the value has no answer") }
        let text = Array(json.text.utf8)
        let answer = try OperationError.reading(NavigationAnswer.read(text.span).answer)
        return try OperationError.writing(
            answer.encoded(callback: value["callback"]?.string ?? NavigationAnswer.usualCallback))
    }
}
