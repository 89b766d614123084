// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

@_cdecl("imwire_body_decode") @implementation
public func imwire_body_decode(
    _ options: OpaquePointer?, _ message: CText, _ message_size: Int, _ bytes: CBytes, _ size: Int, _ json: CBuffer,
    _ error: CError
) -> Int32 {
    Options.append(options, json, error) { (options) throws(Failure) in
        let name = try Input.string(message, message_size)
        let bytes = try Input.bytes(bytes, size)
        let limits = try options.packetLimits().bodies
        return try operating { () throws(OperationError) in
            try BodyOperations.decode(name, bytes.span, options.mode, limits)
        }
    }
}

@_cdecl("imwire_body_encode") @implementation
public func imwire_body_encode(
    _ options: OpaquePointer?, _ message: CText, _ message_size: Int, _ value: CText, _ value_size: Int,
    _ bytes: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "rmtp.body.encode", options, bytes, error,
        ["message": try Input.string(message, message_size), "value": try Input.json(value, value_size)])
}

@_cdecl("imwire_envelope_decode") @implementation
public func imwire_envelope_decode(
    _ options: OpaquePointer?, _ packet: CText, _ packet_size: Int, _ receipt: CText, _ receipt_size: Int,
    _ json: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "rmtp.envelope.decode", options, json, error,
        [
            "packet": try Input.json(packet, packet_size),
            "receipt": receipt == nil ? nil : try Input.json(receipt, receipt_size),
        ])
}

@_cdecl("imwire_envelope_encode") @implementation
public func imwire_envelope_encode(
    _ options: OpaquePointer?, _ value: CText, _ value_size: Int, _ json: CBuffer, _ error: CError
) -> Int32 {
    perform("rmtp.envelope.encode", options, json, error, ["value": try Input.json(value, value_size)])
}

@_cdecl("imwire_packet_convert") @implementation
public func imwire_packet_convert(
    _ packet: CText, _ packet_size: Int, _ to: CText, _ message: CText, _ trailing: CBytes, _ trailing_size: Int,
    _ json: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "rmtp.convert", nil, json, error,
        [
            "packet": try Input.json(packet, packet_size), "to": try Input.name(to),
            "message": message == nil ? nil : try Input.name(message),
            "trailing": trailing_size == 0 ? nil : try Input.base64(trailing, trailing_size),
        ])
}

@_cdecl("imwire_post_decode") @implementation
public func imwire_post_decode(
    _ options: OpaquePointer?, _ target: CText, _ target_size: Int, _ body: CBytes, _ size: Int, _ json: CBuffer,
    _ error: CError
) -> Int32 {
    perform(
        "rmtp.request.decode", options, json, error,
        ["target": try Input.string(target, target_size), "bytes": try Input.base64(body, size)])
}

@_cdecl("imwire_post_encode") @implementation
public func imwire_post_encode(_ value: CText, _ size: Int, _ json: CBuffer, _ error: CError) -> Int32 {
    perform("rmtp.request.encode", nil, json, error, ["value": try Input.json(value, size)])
}

@_cdecl("imwire_navigation_decode") @implementation
public func imwire_navigation_decode(
    _ options: OpaquePointer?, _ bytes: CBytes, _ size: Int, _ json: CBuffer, _ error: CError
) -> Int32 {
    perform("rmtp.navigation.decode", options, json, error, ["bytes": try Input.base64(bytes, size)])
}

@_cdecl("imwire_navigation_encode") @implementation
public func imwire_navigation_encode(_ value: CText, _ size: Int, _ bytes: CBuffer, _ error: CError) -> Int32 {
    perform("rmtp.navigation.encode", nil, bytes, error, ["value": try Input.json(value, size)])
}

/// Performs an operation with the caller's options and with further members, and appends its answer, or the bytes that
/// it answers with.
func perform(
    _ operation: String, _ options: OpaquePointer?, _ output: CBuffer, _ error: CError,
    _ members: @autoclosure () throws(Failure) -> KeyValuePairs<String, (any JSONConvertible)?>
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(output)
            let request = options.request(try members())
            switch try operating(Operation.perform(operation, request)) {
            case .members(let json): try output.append(json.text.utf8.span)
            case .bytes(let bytes): try output.append(bytes.span)
            }
            return IMWIRE_OK
        }
    }
}
