// SPDX-License-Identifier: Apache-2.0

/// A visitor that counts the bytes of a message: the first pass of writing.
package struct ProtobufSizer: ProtobufVisitor {
    private(set) var count = 0

    /// Returns the encoded size of a message in bytes.
    @inline(__always)
    package static func count(_ message: some ProtobufMessage) -> Int {
        var sizer = ProtobufSizer()
        message.traverse(&sizer)
        return sizer.count
    }

    /// Returns the encoded size of a varint in bytes.
    @inline(__always)
    static func varint(_ value: UInt64) -> Int {
        // Each byte holds seven bits; 9/64 approximates 1/7 closely enough for 64 bits.
        ((64 &- (value | 1).leadingZeroBitCount) &* 9 &+ 64) &>> 6
    }

    @inline(__always)
    private mutating func number(_ tag: UInt32, _ value: UInt64) {
        count &+= ProtobufSizer.varint(UInt64(tag)) &+ ProtobufSizer.varint(value)
    }

    @inline(__always)
    private mutating func block(_ tag: UInt32, _ length: Int) {
        number(tag, UInt64(length))
        count &+= length
    }

    @inline(__always)
    package mutating func int32(_ tag: UInt32, _ name: StaticString, _ value: Int32?) {
        if let value { number(tag, UInt64(bitPattern: Int64(value))) }
    }

    @inline(__always)
    package mutating func int64(_ tag: UInt32, _ name: StaticString, _ value: Int64?) {
        if let value { number(tag, UInt64(bitPattern: value)) }
    }

    @inline(__always)
    package mutating func bool(_ tag: UInt32, _ name: StaticString, _ value: Bool?) {
        if value != nil { number(tag, 1) }
    }

    @inline(__always)
    package mutating func string(_ tag: UInt32, _ name: StaticString, _ value: String?) {
        if let value { block(tag, value.utf8.count) }
    }

    @inline(__always)
    package mutating func byteArray(_ tag: UInt32, _ name: StaticString, _ value: [UInt8]?) {
        if let value { block(tag, value.count) }
    }

    @inline(__always)
    package mutating func message<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ value: Message?) {
        if let value { block(tag, value.encodedByteCount) }
    }

    package mutating func messages<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ values: [Message]) {
        for value in values { block(tag, value.encodedByteCount) }
    }

    @inline(__always)
    package mutating func unknown(_ fields: ProtobufUnknownFields) {
        count &+= fields.bytes.count
    }
}
