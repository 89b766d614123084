// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

/// A validator of contents that reuses its memory.
final class Validator: HandleObject {
    static let magic: UInt64 = 0x696d_7769_7265_7602

    var validator: ContentValidator

    init(_ options: Options) throws(Failure) {
        validator = ContentValidator(mode: options.mode, limits: try options.contentLimits())
    }
}

@_cdecl("imwire_validator_new") @implementation
public func imwire_validator_new(
    _ options: OpaquePointer?, _ validator: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            try Handle.make(validator) { () throws(Failure) in try Validator(options) }
        }
    }
}

@_cdecl("imwire_validator_free") @implementation
public func imwire_validator_free(_ validator: OpaquePointer?) -> Int32 {
    Handle.free(validator, Validator.self)
}

@_cdecl("imwire_validator_check") @implementation
public func imwire_validator_check(
    _ validator: OpaquePointer?, _ object_name: UnsafePointer<CChar>?, _ object_name_size: Int,
    _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ deviations: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Handle.using(validator, Validator.self) { (validator) throws(Failure) in
            let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
            let bytes = try Input.bytes(bytes, size)
            try reading { () throws(DecodeError) in try validator.validator.validate(bytes.span, as: name) }
            deviations?.pointee = validator.validator.deviations.count
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_validator_deviations") @implementation
public func imwire_validator_deviations(
    _ validator: OpaquePointer?, _ json: UnsafeMutablePointer<imwire_buffer>?
) -> Int32 {
    answer(nil) { () throws(Failure) in
        try Handle.using(validator, Validator.self) { (validator) throws(Failure) in
            let list = validator.validator.deviations.map { deviation in
                RawJSON.object([
                    ("id", RawJSON(deviation.id.description)), ("offset", .integer(deviation.offset)),
                    ("path", RawJSON(deviation.path)),
                ])
            }
            try Output(json).append(RawJSON.array(list).text.utf8.span)
            return IMWIRE_OK
        }
    }
}
