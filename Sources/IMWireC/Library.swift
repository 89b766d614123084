// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire

@_cdecl("imwire_abi") @implementation
public func imwire_abi() -> Int32 { IMWIRE_ABI }

@_cdecl("imwire_version") @implementation
public func imwire_version() -> UnsafePointer<CChar>? {
    // A static string, which is valid for the lifetime of the library.
    let version: StaticString = "2.0.0"
    return UnsafeRawPointer(version.utf8Start).assumingMemoryBound(to: CChar.self)
}

private let features: Set = [
    "content", "types", "write", "frame", "chat", "rmtp", "body", "envelope", "navigation", "post", "convert",
    "session", "sign", "api", "request", "assign",
]

@_cdecl("imwire_has") @implementation
public func imwire_has(_ feature: CText) -> Int32 {
    guard let name = try? Input.name(feature) else { return 0 }
    return features.contains(name) ? 1 : 0
}
