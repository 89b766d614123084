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
    Options.append(options, json, error) { (options) throws(Failure) in
        let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
        let bytes = try Input.bytes(bytes, size)
        let limits = try options.contentLimits()
        let decoded = try reading(
            options.types.decode(bytes.span, as: name, mode: options.mode, limits: limits))
        return ContentItemWriter.answer(decoded, size: bytes.count)
    }
}

@_cdecl("imwire_content_encode") @implementation
public func imwire_content_encode(
    _ options: OpaquePointer?, _ object_name: CText, _ object_name_size: Int, _ value: CText, _ value_size: Int,
    _ bytes: CBuffer, _ error: CError
) -> Int32 {
    Options.append(options, bytes, error) { (options) throws(Failure) in
        let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
        let value = try Input.json(value, value_size)
        let limits = try options.contentLimits()
        return try operating(options.types.bytes(of: value, as: name, limits: limits))
    }
}

@_cdecl("imwire_content_assign") @implementation
public func imwire_content_assign(
    _ options: OpaquePointer?, _ object_name: CText, _ object_name_size: Int, _ content: CBytes, _ size: Int,
    _ value: CText, _ value_size: Int, _ bytes: CBuffer, _ error: CError
) -> Int32 {
    Options.append(options, bytes, error) { (options) throws(Failure) in
        let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
        let content = try Input.bytes(content, size)
        let text = try Input.text(value, value_size)
        let limits = try options.contentLimits()
        // The value is read after the content, whose errors come first (TST-213).
        let arrived = try operating(ArrivedContent(content.span, as: name, options.types, limits))
        let value = try reading(RawJSON(parsing: text.span))
        return try operating(arrived.bytes(assigning: value))
    }
}

@_cdecl("imwire_content_describe") @implementation
public func imwire_content_describe(
    _ options: OpaquePointer?, _ object_name: CText, _ object_name_size: Int, _ content: CBytes, _ size: Int,
    _ json: CBuffer, _ error: CError
) -> Int32 {
    Options.append(options, json, error) { (options) throws(Failure) in
        let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
        let bytes = try Input.bytes(content, size)
        let description = try operating(
            options.types.description(name, content == nil ? nil : bytes.span))
        return Array(description.text.utf8)
    }
}

@_cdecl("imwire_content_write") @implementation
public func imwire_content_write(
    _ options: OpaquePointer?, _ object_name: CText, _ object_name_size: Int, _ value: CText, _ value_size: Int,
    _ profile: CText, _ profile_size: Int, _ bytes: CBuffer, _ report: CBuffer, _ error: CError
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let (bytes, report) = (try Output(bytes), try Output(report))
            let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
            let value = try Input.json(value, value_size)
            let text = profile == nil ? nil : try Input.string(profile, profile_size)
            let limits = try options.contentLimits()
            let written = try operating { () throws(OperationError) in
                let profile = try text.map(EncodeProfile.init(named:))
                return try options.types.write(value, as: name, mode: options.mode, limits: limits, profile: profile)
            }
            let json = written.report.text.utf8
            // Neither buffer is written if one of them is too small.
            try bytes.reserve(written.bytes.count)
            try report.append(json.span)
            try bytes.append(written.bytes.span)
            return IMWIRE_OK
        }
    }
}
