// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

@_cdecl("imwire_form_decode") @implementation
public func imwire_form_decode(
    _ options: OpaquePointer?, _ path: CText, _ path_size: Int, _ bytes: CBytes, _ size: Int, _ json: CBuffer,
    _ error: CError
) -> Int32 {
    perform(
        "api.form.decode", options, json, error,
        ["path": try Input.string(path, path_size), "bytes": try Input.base64(bytes, size)])
}

@_cdecl("imwire_form_encode") @implementation
public func imwire_form_encode(
    _ path: CText, _ path_size: Int, _ value: CText, _ value_size: Int, _ bytes: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "api.form.encode", nil, bytes, error,
        ["path": try Input.string(path, path_size), "value": try Input.json(value, value_size)])
}

@_cdecl("imwire_answer_decode") @implementation
public func imwire_answer_decode(
    _ options: OpaquePointer?, _ path: CText, _ path_size: Int, _ bytes: CBytes, _ size: Int, _ json: CBuffer,
    _ error: CError
) -> Int32 {
    perform(
        "api.answer.decode", options, json, error,
        ["path": try Input.string(path, path_size), "bytes": try Input.base64(bytes, size)])
}

@_cdecl("imwire_answer_encode") @implementation
public func imwire_answer_encode(
    _ path: CText, _ path_size: Int, _ value: CText, _ value_size: Int, _ bytes: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "api.answer.encode", nil, bytes, error,
        ["path": try Input.string(path, path_size), "value": try Input.json(value, value_size)])
}

@_cdecl("imwire_callback_decode") @implementation
public func imwire_callback_decode(
    _ options: OpaquePointer?, _ callback: CText, _ bytes: CBytes, _ size: Int, _ json: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "api.callback.decode", options, json, error,
        ["callback": try Input.name(callback), "bytes": try Input.base64(bytes, size)])
}

@_cdecl("imwire_callback_encode") @implementation
public func imwire_callback_encode(
    _ callback: CText, _ value: CText, _ size: Int, _ bytes: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "api.callback.encode", nil, bytes, error,
        ["callback": try Input.name(callback), "value": try Input.json(value, size)])
}

@_cdecl("imwire_headers_sign") @implementation
public func imwire_headers_sign(
    _ app_key: CText, _ app_key_size: Int, _ secret: CText, _ secret_size: Int, _ nonce: CText, _ nonce_size: Int,
    _ timestamp: CText, _ timestamp_size: Int, _ json: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "api.headers.encode", nil, json, error,
        [
            "appKey": try Input.string(app_key, app_key_size), "secret": try Input.string(secret, secret_size),
            "nonce": try Input.string(nonce, nonce_size), "timestamp": try Input.string(timestamp, timestamp_size),
        ])
}

@_cdecl("imwire_headers_check") @implementation
public func imwire_headers_check(
    _ fields: CText, _ size: Int, _ secret: CText, _ secret_size: Int, _ json: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "api.headers.decode", nil, json, error,
        ["fields": try pairs(fields, size), "secret": try Input.string(secret, secret_size)])
}

@_cdecl("imwire_query_check") @implementation
public func imwire_query_check(
    _ options: OpaquePointer?, _ query: CBytes, _ size: Int, _ secret: CText, _ secret_size: Int, _ json: CBuffer,
    _ error: CError
) -> Int32 {
    perform(
        "api.query.decode", options, json, error,
        ["bytes": try Input.base64(query, size), "secret": try Input.string(secret, secret_size)])
}

@_cdecl("imwire_url_decode") @implementation
public func imwire_url_decode(
    _ options: OpaquePointer?, _ url: CBytes, _ size: Int, _ json: CBuffer, _ error: CError
) -> Int32 {
    perform("api.url.decode", options, json, error, ["bytes": try Input.base64(url, size)])
}

@_cdecl("imwire_url_encode") @implementation
public func imwire_url_encode(_ value: CText, _ size: Int, _ url: CBuffer, _ error: CError) -> Int32 {
    perform("api.url.encode", nil, url, error, ["value": try Input.json(value, size)])
}

/// Returns a list of fields, which an operation reads as empty if it is no list.
private func pairs(_ fields: CText, _ size: Int) throws(Failure) -> RawJSON {
    let pairs = try Input.json(fields, size)
    guard pairs.kind == .array else { throw Failure(unsupported: "the fields are no list") }
    return pairs
}
