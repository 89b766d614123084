// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

/// The built-in content types and those of an application's schemas.
final class Types: HandleObject {
    static let magic: UInt64 = 0x696d_7769_7265_7409

    let registry: ContentRegistry
    /// The names of the types that the schemas describe, as a JSON list.
    let names: RawJSON

    init(_ files: RawJSON, overridesReserved: Bool) throws(Failure) {
        guard let files = files.elements else { throw .argument("the files are not a list") }
        let (types, names) = try operating { () throws(OperationError) in
            try SchemaOperations.registry(files, overridingReserved: overridesReserved)
        }
        registry = types
        self.names = names.json
    }
}

@_cdecl("imwire_types_names") @implementation
public func imwire_types_names(_ types: OpaquePointer?, _ json: CBuffer) -> Int32 {
    Handle.call(types, Types.self) { (types) throws(Failure) in
        try Output(json).append(types.names.text.utf8.span)
    }
}
