// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire

/// What the caller gives: checked before anything is read.
enum Input {
    /// Bytes; none may be a null pointer.
    @inline(__always)
    static func bytes(_ start: UnsafePointer<UInt8>?, _ size: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
        // A size beyond Int comes as a negative number.
        guard size >= 0, size <= 0x7fff_ffff else { throw .argument("the size is too large") }
        guard start != nil || size == 0 else { throw .argument("the bytes are a null pointer") }
        return UnsafeBufferPointer(start: start, count: size)
    }

    /// The bytes of a text, whose size may be IMWIRE_NUL.
    @inline(__always)
    static func text(_ start: UnsafePointer<CChar>?, _ size: Int) throws(Failure) -> UnsafeBufferPointer<UInt8> {
        var size = size
        if size == -1, let start {
            size = 0
            while start[size] != 0 { size += 1 }
        }
        return try bytes(start.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, size)
    }

    /// A text, which has to be UTF-8.
    @inline(__always)
    static func string(_ start: UnsafePointer<CChar>?, _ size: Int) throws(Failure) -> String {
        guard let string = String(validating: try text(start, size), as: UTF8.self) else {
            throw .argument("a text is not UTF-8")
        }
        return string
    }

    /// A name, which ends with a NUL.
    static func name(_ start: UnsafePointer<CChar>?) throws(Failure) -> String {
        guard start != nil else { throw .argument("a name is a null pointer") }
        return try string(start, -1)
    }

    /// A JSON value.
    static func json(_ start: UnsafePointer<CChar>?, _ size: Int) throws(Failure) -> RawJSON {
        let text = try text(start, size)
        return try reading { () throws(DecodeError) in try RawJSON(parsing: text.span) }
    }

    /// Copies bytes.
    static func copy(_ start: UnsafePointer<UInt8>?, _ size: Int) throws(Failure) -> [UInt8] {
        Array(try bytes(start, size))
    }
}
