// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues

/// `rmtp.navigation.decode` and `rmtp.navigation.encode`: where to connect to (TST-114).
enum NavigationTestee {
    static func decode(_ request: JSONObject) throws(TesteeRefusal) -> RawJSON {
        let bytes = try request.bytes("bytes")
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
            ("value", value), ("unknown", .array(read.answer.unknownMembers.names.map { RawJSON($0) })),
            ("deviations", .array(ids)),
        ])
    }

    static func encode(_ request: JSONObject) throws(TesteeRefusal) -> RawJSON {
        guard let value = request["value"], let json = value["answer"] else {
            throw .unsupported("value or its answer is missing")
        }
        let text = Array(json.text.utf8)
        let answer = try TesteeRefusal.reading { () throws(DecodeError) in try NavigationAnswer.read(text.span).answer }
        let bytes = try TesteeRefusal.writing { () throws(EncodeError) in
            try answer.encoded(callback: value["callback"]?.string ?? NavigationAnswer.usualCallback)
        }
        return .object([("bytes", .base64(bytes))])
    }
}
