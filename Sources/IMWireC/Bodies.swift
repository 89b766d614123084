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
            let request = options.request([("message", RawJSON(try Input.string(message, message_size)))])
            let bytes = try Input.copy(bytes, size)
            try output.append(try operating { () throws(TesteeRefusal) in try BodyOperations.decode(bytes, request) })
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
            let request = options.request([("message", RawJSON(try Input.string(message, message_size)))])
            let value = try Input.json(value, value_size)
            let body = try operating { () throws(TesteeRefusal) in try BodyOperations.encode(value, request) }
            try output.append(body.span)
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
            let request = options.request(members)
            try output.append(try operating { () throws(TesteeRefusal) in try EnvelopeOperations.decode(request) })
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
            try output.append(try operating { () throws(TesteeRefusal) in try EnvelopeOperations.encode(request) })
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
        let request = JSONObject(members)
        try output.append(try operating { () throws(TesteeRefusal) in try ConversionOperations.convert(request) })
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
            let target = try Input.string(target, target_size)
            let body = try Input.copy(body, size)
            try output.append(
                try operating { () throws(TesteeRefusal) in
                    try PostOperations.decode(target, body, options.request())
                })
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
        let value = try Input.json(value, size)
        try output.append(try operating { () throws(TesteeRefusal) in try PostOperations.encode(value) })
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
            let bytes = try Input.copy(bytes, size)
            try output.append(
                try operating { () throws(TesteeRefusal) in
                    try NavigationOperations.decode(bytes, options.request())
                })
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
        let value = try Input.json(value, size)
        let text = try operating { () throws(TesteeRefusal) in try NavigationOperations.encode(value) }
        try output.append(text.span)
        return IMWIRE_OK
    }
}

extension Output {
    /// Appends a JSON value.
    fileprivate func append(_ json: RawJSON) throws(Failure) {
        try append(json.text.utf8.span)
    }
}
