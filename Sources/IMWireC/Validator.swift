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
        validator = ContentValidator(
            registry: options.types, mode: options.mode, limits: try options.contentLimits())
    }
}

@_cdecl("imwire_validator_check") @implementation
public func imwire_validator_check(
    _ validator: OpaquePointer?, _ object_name: CText, _ object_name_size: Int, _ bytes: CBytes, _ size: Int,
    _ deviations: UnsafeMutablePointer<Int>?, _ error: CError
) -> Int32 {
    Handle.call(validator, Validator.self, error) { (validator) throws(Failure) in
        let name = ObjectName(rawValue: try Input.string(object_name, object_name_size))
        let bytes = try Input.bytes(bytes, size)
        do throws(DecodeError) {
            try validator.validator.validate(bytes.span, as: name)
        } catch {
            throw Failure(error)
        }
        deviations?.pointee = validator.validator.deviations.count
    }
}

@_cdecl("imwire_validator_deviations") @implementation
public func imwire_validator_deviations(_ validator: OpaquePointer?, _ json: CBuffer) -> Int32 {
    Handle.call(validator, Validator.self) { (validator) throws(Failure) in
        let list = validator.validator.deviations.map {
            RawJSON.object(["id": $0.id.description, "offset": $0.offset, "path": $0.path])
        }
        try Output(json).append(list.json.text.utf8.span)
    }
}
