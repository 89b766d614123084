// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire

/// The object of a handle that finds one item after another in the caller's bytes.
protocol InputScanner: HandleObject {
    associatedtype Item

    /// Describes the next item at or after `position`, and moves `position` behind it.
    func next(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ item: inout Item
    ) throws(Failure) -> Int32
}

extension InputScanner {
    /// Validates the caller's arguments, and describes the next item.
    @inline(__always)
    static func scan(
        _ handle: OpaquePointer?, _ bytes: CBytes, _ size: Int, _ position: UnsafeMutablePointer<Int>?,
        _ item: UnsafeMutablePointer<Item>?, _ error: CError
    ) -> Int32 {
        Handle.query(handle, Self.self, error) { (scanner) throws(Failure) in
            guard let position, let item else { throw .argument("the position or the item is a null pointer") }
            let bytes = try Input.bytes(bytes, size)
            guard 0...size ~= position.pointee else { throw .argument("the position is not in the bytes") }
            return try scanner.next(bytes, &position.pointee, &item.pointee)
        }
    }
}
