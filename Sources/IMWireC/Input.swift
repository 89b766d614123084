// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire

/// The arguments of a caller, validated before they are read.
enum Input {
    /// Returns bytes; a null pointer is allowed if the size is 0.
    @inline(__always)
    static func bytes(_ start: UnsafePointer<UInt8>?, _ size: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
        // A size beyond `Int.max` arrives as a negative number.
        guard size >= 0, size <= 0x7fff_ffff else { throw .argument("the size is too large") }
        guard start != nil || size == 0 else { throw .argument("the bytes are a null pointer") }
        return UnsafeBufferPointer(start: start, count: size)
    }

    /// Returns the bytes of a text, whose size may be IMWIRE_NUL.
    @inline(__always)
    static func text(_ start: UnsafePointer<CChar>?, _ size: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
        var size = size
        if size == -1, let start {
            size = 0
            while start[size] != 0 { size += 1 }
        }
        return try bytes(start.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, size)
    }

    /// Returns a text, which must be UTF-8.
    @inline(__always)
    static func string(_ start: UnsafePointer<CChar>?, _ size: Int) throws(Failure) -> String {
        guard let string = String(validating: try text(start, size), as: UTF8.self) else {
            throw .argument("a text is not UTF-8")
        }
        return string
    }

    /// Returns a name, which must end with a NUL.
    static func name(_ start: UnsafePointer<CChar>?) throws(Failure) -> String {
        guard start != nil else { throw .argument("a name is a null pointer") }
        return try string(start, -1)
    }

    /// Returns a JSON value.
    static func json(_ start: UnsafePointer<CChar>?, _ size: Int) throws(Failure) -> RawJSON {
        let text = try text(start, size)
        return try reading { () throws(DecodeError) in try RawJSON(parsing: text.span) }
    }

    /// Returns a copy of bytes.
    static func copy(_ start: UnsafePointer<UInt8>?, _ size: Int) throws(Failure) -> [UInt8] {
        Array(try bytes(start, size))
    }
}
