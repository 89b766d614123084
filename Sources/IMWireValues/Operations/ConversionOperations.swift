// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The operation `rmtp.convert`, which converts a packet between its polling and binary forms (TST-111).
enum ConversionOperations {
    static func convert(_ request: JSONObject) throws(OperationError) -> RawJSON {
        guard let json = request["packet"], let framing = request["to"]?.string.flatMap(RMTPFraming.init(rawValue:))
        else {
            throw .unsupported("packet is missing, or the framing is unknown")
        }
        var type: (any ProtobufMessage.Type)?
        if let name = request["message"]?.string {
            type = RMTPBody.type(named: name)
            if type == nil { throw .unsupported("no such message") }
        }
        let converted = framing == .xhr ? try polled(json, type, request["trailing"]) : try binary(json, type)
        // A value that the other form cannot represent is an error and is never dropped (RMTP-388).
        guard let converted else { throw .encoding(EncodeError(.member)) }
        return .object(["value": converted])
    }

    private static func polled(
        _ json: RawJSON, _ type: (any ProtobufMessage.Type)?, _ trailing: RawJSON?
    ) throws(OperationError) -> RawJSON? {
        var fields = RMTPFields(json)
        _ = try fields.checkedType()
        let packet = try RMTPPacket(&fields, RMTPFormat(.down), trailing: trailing)
        return try OperationError.reading(PollingPacket(packet, body: type)?.json)
    }

    private static func binary(
        _ json: RawJSON, _ type: (any ProtobufMessage.Type)?
    ) throws(OperationError) -> RawJSON? {
        var fields = RMTPFields(json)
        _ = try fields.checkedType()
        let packet = try PollingPacket(&fields)
        return try OperationError.reading(RMTPPacket(packet, body: type)?.json(.down))
    }
}
