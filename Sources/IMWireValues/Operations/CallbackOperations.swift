// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The operations on the bodies of callbacks.
enum CallbackOperations {
    /// Decodes the body of a callback (TST-203, TST-204).
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let bytes = try request.bytes("bytes")
        let value: RawJSON
        switch request["callback"]?.string {
        case "message":
            value = try OperationError.reading(MessageCallback(decoding: bytes.span, mode: request.mode)).json
        case "status":
            let list = try OperationError.reading(OnlineStatus.decodeList(bytes.span, mode: request.mode))
            value = RawJSON(scanned: String(decoding: OnlineStatus.encoded(list), as: UTF8.self))
        default: throw .unsupported("no such callback")
        }
        return .object(["value": JSONLine.onOneLine(value)])
    }

    /// Encodes the body of a callback (TST-203, TST-204).
    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let value = try request.member("value")
        switch (request["callback"]?.string, value.kind) {
        case ("message", .object): return try OperationError.writing(MessageCallback(json: value).encoded())
        case ("status", .array):
            let list = try OperationError.reading(OnlineStatus.decodeList(value.text.utf8.span))
            return OnlineStatus.encoded(list)
        default: throw .unsupported("no such callback, or a value of another type")
        }
    }
}
