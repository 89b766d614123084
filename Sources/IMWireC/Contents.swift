// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

@_cdecl("imwire_content_decode") @implementation
public func imwire_content_decode(
    _ options: OpaquePointer?, _ object_name: CText, _ object_name_size: Int, _ bytes: CBytes, _ size: Int,
    _ json: CBuffer, _ error: CError
) -> Int32 {
    append(options, json, error) { (options) throws(Failure) in
        let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
        let bytes = try Input.bytes(bytes, size)
        let limits = try options.contentLimits()
        let decoded = try reading(
            ContentRegistry.builtIn.decode(name, bytes.span, mode: options.mode, limits: limits))
        return ContentItemWriter.answer(decoded)
    }
}

@_cdecl("imwire_content_encode") @implementation
public func imwire_content_encode(
    _ options: OpaquePointer?, _ object_name: CText, _ object_name_size: Int, _ value: CText, _ value_size: Int,
    _ bytes: CBuffer, _ error: CError
) -> Int32 {
    append(options, bytes, error) { (options) throws(Failure) in
        let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
        let value = try Input.json(value, value_size)
        let limits = try options.contentLimits()
        return try operating(ContentRegistry.builtIn.bytes(of: value, as: name, limits: limits))
    }
}

@_cdecl("imwire_content_describe") @implementation
public func imwire_content_describe(
    _ options: OpaquePointer?, _ object_name: CText, _ object_name_size: Int, _ content: CBytes, _ size: Int,
    _ json: CBuffer, _ error: CError
) -> Int32 {
    append(options, json, error) { (_) throws(Failure) in
        let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
        let bytes = try Input.bytes(content, size)
        let description = try operating(
            ContentRegistry.builtIn.description(name, content == nil ? nil : bytes.span))
        return Array(description.text.utf8)
    }
}

/// Appends the bytes that `body` makes with the caller's options.
private func append(
    _ options: OpaquePointer?, _ output: CBuffer, _ error: CError, _ body: (Options) throws(Failure) -> [UInt8]
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(output)
            let bytes = try body(options)
            try output.append(bytes.span)
            return IMWIRE_OK
        }
    }
}
