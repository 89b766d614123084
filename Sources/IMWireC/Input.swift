// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire

// The arguments and results of the interface.
public typealias CBytes = UnsafePointer<UInt8>?
public typealias CText = UnsafePointer<CChar>?
public typealias CBuffer = UnsafeMutablePointer<imwire_buffer>?
public typealias CHandle = UnsafeMutablePointer<OpaquePointer?>?
public typealias CError = UnsafeMutablePointer<imwire_error>?

/// The arguments of a caller, validated before they are read.
enum Input {
    /// Returns bytes; a null pointer is allowed if the size is 0.
    @inline(__always)
    static func bytes(_ start: CBytes, _ size: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
        // A size beyond `Int.max` arrives as a negative number.
        guard size >= 0, size <= 0x7fff_ffff else { throw .argument("the size is too large") }
        guard start != nil || size == 0 else { throw .argument("the bytes are a null pointer") }
        return UnsafeBufferPointer(start: start, count: size)
    }

    /// Returns the bytes of a text, whose size may be IMWIRE_NUL.
    @inline(__always)
    static func text(_ start: CText, _ size: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
        var size = size
        if size == -1, let start {
            size = 0
            while start[size] != 0 { size += 1 }
        }
        return try bytes(start.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, size)
    }

    /// Returns a text, which must be UTF-8.
    @inline(__always)
    static func string(_ start: CText, _ size: Int) throws(Failure) -> String {
        let text = try text(start, size)
        guard UTF8Sequence.firstFault(in: text.span) == nil else { throw .argument("a text is not UTF-8") }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns a name, which must end with a NUL.
    static func name(_ start: CText) throws(Failure) -> String {
        guard start != nil else { throw .argument("a name is a null pointer") }
        return try string(start, -1)
    }

    static func json(_ start: CText, _ size: Int) throws(Failure) -> RawJSON {
        let text = try text(start, size)
        return try reading(RawJSON(parsing: text.span))
    }

    static func base64(_ start: CBytes, _ size: Int) throws(Failure) -> RawJSON {
        .base64(try bytes(start, size))
    }
}
