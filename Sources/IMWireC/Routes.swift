// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireRMTP

@_cdecl("imwire_body_route") @implementation
public func imwire_body_route(
    _ body: CBytes, _ size: Int, _ is_down: Int32, _ route: UnsafeMutablePointer<imwire_route>?, _ error: CError
) -> Int32 {
    answer(error) { () throws(Failure) in
        guard let route else { throw .argument("there is no place for the route") }
        let bytes = try Input.bytes(body, size)
        let found = try reading(is_down == 0 ? routeUp(bytes.span) : routeDown(bytes.span))
        route.pointee = found
        return found.object_name.size == 0 ? IMWIRE_NONE : IMWIRE_OK
    }
}

extension TracedField {
    /// The range of the value of a length-delimited field.
    fileprivate var place: imwire_range { imwire_range(offset: value.lowerBound, size: value.count) }
}

/// Reads the fields of an UpStreamMessage, by their numbers in Spec/rmtp/messages.proto; of duplicates, the last one
/// counts.
private func routeUp(_ body: Span<UInt8>) throws(DecodeError) -> imwire_route {
    var route = imwire_route()
    var reader = ProtobufDecoder(body)
    while let field = try reader.tracedField() {
        switch (field.number, field.wireType) {
        case (1, 0): route.flags = Int64(Int32(truncatingIfNeeded: field.varint))
        case (2, 2): route.object_name = field.place
        case (3, 2): route.content = field.place
        default: break
        }
    }
    return route
}

/// Reads the fields of a DownStreamMessage.
private func routeDown(_ body: Span<UInt8>) throws(DecodeError) -> imwire_route {
    var route = imwire_route()
    var reader = ProtobufDecoder(body)
    while let field = try reader.tracedField() {
        switch (field.number, field.wireType) {
        case (1, 2): route.sender = field.place
        case (2, 0): route.conversation = Int32(truncatingIfNeeded: field.varint)
        case (3, 2): route.group = field.place
        case (4, 2): route.object_name = field.place
        case (5, 2): route.content = field.place
        case (6, 0): route.time = Int64(bitPattern: field.varint)
        case (7, 0): route.flags = Int64(bitPattern: field.varint)
        case (9, 2): route.message_uid = field.place
        default: break
        }
    }
    return route
}
