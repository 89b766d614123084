// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

@_cdecl("imwire_content_decode") @implementation
public func imwire_content_decode(
    _ options: OpaquePointer?, _ object_name: UnsafePointer<CChar>?, _ object_name_size: Int,
    _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ json: UnsafeMutablePointer<imwire_buffer>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(json)
            let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
            let bytes = try Input.bytes(bytes, size)
            let limits = try options.contentLimits()
            let decoded = try reading { () throws(DecodeError) in
                try ContentRegistry.builtIn.decode(bytes.span, as: name, mode: options.mode, limits: limits)
            }
            var answer: [UInt8] = [0x7b]
            ContentItemWriter.append(answer: decoded, to: &answer)
            answer.append(0x7d)
            try output.append(answer.span)
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_content_encode") @implementation
public func imwire_content_encode(
    _ options: OpaquePointer?, _ object_name: UnsafePointer<CChar>?, _ object_name_size: Int,
    _ value: UnsafePointer<CChar>?, _ value_size: Int, _ bytes: UnsafeMutablePointer<imwire_buffer>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(bytes)
            let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
            let value = try Input.json(value, value_size)
            let limits = try options.contentLimits()
            let content = try operating { () throws(OperationError) in
                try ContentRegistry.builtIn.bytes(of: value, as: name, limits: limits)
            }
            try output.append(content.span)
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_content_describe") @implementation
public func imwire_content_describe(
    _ options: OpaquePointer?, _ object_name: UnsafePointer<CChar>?, _ object_name_size: Int,
    _ content: UnsafePointer<UInt8>?, _ size: Int, _ json: UnsafeMutablePointer<imwire_buffer>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (_) throws(Failure) in
            let output = try Output(json)
            let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
            let bytes = try Input.bytes(content, size)
            let isGiven = content != nil
            let description = try operating { () throws(OperationError) in
                try ContentRegistry.builtIn.description(name, isGiven ? bytes.span : nil)
            }
            try output.append(description.text.utf8.span)
            return IMWIRE_OK
        }
    }
}
