// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

@_cdecl("imwire_body_decode") @implementation
public func imwire_body_decode(
    _ options: OpaquePointer?, _ message: UnsafePointer<CChar>?, _ message_size: Int,
    _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ json: UnsafeMutablePointer<imwire_buffer>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(json)
            let members = [
                (name: "message", value: RawJSON(try Input.string(message, message_size))),
                ("bytes", .base64(try Input.bytes(bytes, size))),
            ]
            try output.perform("rmtp.body.decode", options.request(members))
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_body_encode") @implementation
public func imwire_body_encode(
    _ options: OpaquePointer?, _ message: UnsafePointer<CChar>?, _ message_size: Int, _ value: UnsafePointer<CChar>?,
    _ value_size: Int, _ bytes: UnsafeMutablePointer<imwire_buffer>?, _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(bytes)
            let members = [
                (name: "message", value: RawJSON(try Input.string(message, message_size))),
                ("value", try Input.json(value, value_size)),
            ]
            try output.perform("rmtp.body.encode", options.request(members))
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_envelope_decode") @implementation
public func imwire_envelope_decode(
    _ options: OpaquePointer?, _ packet: UnsafePointer<CChar>?, _ packet_size: Int, _ receipt: UnsafePointer<CChar>?,
    _ receipt_size: Int, _ json: UnsafeMutablePointer<imwire_buffer>?, _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(json)
            var members = [(name: "packet", value: try Input.json(packet, packet_size))]
            if receipt != nil { members.append(("receipt", try Input.json(receipt, receipt_size))) }
            try output.perform("rmtp.envelope.decode", options.request(members))
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_envelope_encode") @implementation
public func imwire_envelope_encode(
    _ options: OpaquePointer?, _ value: UnsafePointer<CChar>?, _ value_size: Int,
    _ json: UnsafeMutablePointer<imwire_buffer>?, _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(json)
            let request = options.request([("value", try Input.json(value, value_size))])
            try output.perform("rmtp.envelope.encode", request)
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_packet_convert") @implementation
public func imwire_packet_convert(
    _ packet: UnsafePointer<CChar>?, _ packet_size: Int, _ to: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?,
    _ trailing: UnsafePointer<UInt8>?, _ trailing_size: Int, _ json: UnsafeMutablePointer<imwire_buffer>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        let output = try Output(json)
        var members = [
            (name: "packet", value: try Input.json(packet, packet_size)), ("to", RawJSON(try Input.name(to))),
        ]
        if message != nil { members.append(("message", RawJSON(try Input.name(message)))) }
        let trailing = try Input.copy(trailing, trailing_size)
        if !trailing.isEmpty { members.append(("trailing", .base64(trailing))) }
        try output.perform("rmtp.convert", JSONObject(members))
        return IMWIRE_OK
    }
}

@_cdecl("imwire_post_decode") @implementation
public func imwire_post_decode(
    _ options: OpaquePointer?, _ target: UnsafePointer<CChar>?, _ target_size: Int, _ body: UnsafePointer<UInt8>?,
    _ size: Int, _ json: UnsafeMutablePointer<imwire_buffer>?, _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(json)
            let members = [
                (name: "target", value: RawJSON(try Input.string(target, target_size))),
                ("bytes", .base64(try Input.bytes(body, size))),
            ]
            try output.perform("rmtp.request.decode", options.request(members))
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_post_encode") @implementation
public func imwire_post_encode(
    _ value: UnsafePointer<CChar>?, _ size: Int, _ json: UnsafeMutablePointer<imwire_buffer>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        let output = try Output(json)
        try output.perform("rmtp.request.encode", JSONObject([("value", try Input.json(value, size))]))
        return IMWIRE_OK
    }
}

@_cdecl("imwire_navigation_decode") @implementation
public func imwire_navigation_decode(
    _ options: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ size: Int,
    _ json: UnsafeMutablePointer<imwire_buffer>?, _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(json)
            let request = options.request([("bytes", .base64(try Input.bytes(bytes, size)))])
            try output.perform("rmtp.navigation.decode", request)
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_navigation_encode") @implementation
public func imwire_navigation_encode(
    _ value: UnsafePointer<CChar>?, _ size: Int, _ bytes: UnsafeMutablePointer<imwire_buffer>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        let output = try Output(bytes)
        try output.perform("rmtp.navigation.encode", JSONObject([("value", try Input.json(value, size))]))
        return IMWIRE_OK
    }
}

extension Output {
    /// Performs an operation and appends its answer, or the bytes that it answers with.
    func perform(_ operation: String, _ request: JSONObject) throws(Failure) {
        let answer = try operating { () throws(OperationError) in try Operation.perform(operation, request) }
        switch answer {
        case .members(let json): try append(json.text.utf8.span)
        case .bytes(let bytes): try append(bytes.span)
        }
    }
}
