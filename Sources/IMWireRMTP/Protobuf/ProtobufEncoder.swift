// SPDX-License-Identifier: Apache-2.0

/// A visitor that writes a message into memory of the measured size, with all unsafe writes in this file.
///
/// Fields are written in the order of their numbers, followed by the unknown fields (PRB-040).
@safe package struct ProtobufEncoder: ProtobufVisitor {
    private let start: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private var count = 0

    private init(_ start: UnsafeMutablePointer<UInt8>, capacity: Int) {
        unsafe self.start = start
        self.capacity = capacity
    }

    /// Appends a message to `buffer`.
    @inline(__always)
    package static func append(_ message: some ProtobufMessage, to buffer: inout [UInt8]) {
        append(message.encodedByteCount, to: &buffer) { message.traverse(&$0) }
    }

    /// Reserves the measured number of bytes at the end of `buffer` and passes a writer for them to `write`.
    @inline(__always)
    static func append(_ length: Int, to buffer: inout [UInt8], _ write: (inout ProtobufEncoder) -> Void) {
        guard length > 0 else { return }
        buffer.append(addingCapacity: length) { output in
            unsafe output.withUnsafeMutableBufferPointer { memory, filled in
                guard let base = memory.baseAddress else { return }
                var writer = unsafe ProtobufEncoder(base + filled, capacity: Swift.min(length, memory.count - filled))
                write(&writer)
                filled += writer.count
            }
        }
    }

    /// Writes the tag and the length of a length-delimited field.
    @inline(__always)
    mutating func open(_ tag: UInt32, _ length: Int) {
        varint(UInt64(tag))
        varint(UInt64(length))
    }

    /// Whether `bytes` more bytes fit, which always holds because the sizer and the writer visit the same fields.
    @inline(__always)
    private func hasRoom(_ bytes: Int) -> Bool {
        let hasRoom = capacity &- count >= bytes
        assert(hasRoom)
        return hasRoom
    }

    @inline(__always)
    private mutating func varint(_ value: UInt64) {
        if value < 0x80 {
            guard hasRoom(1) else { return }
            unsafe start[count] = UInt8(truncatingIfNeeded: value)
            count &+= 1
        } else {
            longVarint(value)
        }
    }

    private mutating func longVarint(_ value: UInt64) {
        guard hasRoom(ProtobufSizer.varint(value)) else { return }
        var rest = value
        var next = count
        while rest >= 0x80 {
            unsafe start[next] = UInt8(truncatingIfNeeded: rest) | 0x80
            rest &>>= 7
            next &+= 1
        }
        unsafe start[next] = UInt8(truncatingIfNeeded: rest)
        count = next &+ 1
    }

    @inline(__always)
    private mutating func put(_ tag: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) {
        open(tag, bytes.count)
        unsafe copy(bytes)
    }

    @inline(__always)
    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard hasRoom(bytes.count), let source = bytes.baseAddress else { return }
        unsafe (start + count).update(from: source, count: bytes.count)
        count &+= bytes.count
    }

    @inline(__always)
    package mutating func int32(_ tag: UInt32, _ name: StaticString, _ value: Int32?) {
        guard let value else { return }
        varint(UInt64(tag))
        varint(UInt64(bitPattern: Int64(value)))
    }

    @inline(__always)
    package mutating func int64(_ tag: UInt32, _ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        varint(UInt64(tag))
        varint(UInt64(bitPattern: value))
    }

    @inline(__always)
    package mutating func bool(_ tag: UInt32, _ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        varint(UInt64(tag))
        varint(value ? 1 : 0)
    }

    @inline(__always)
    package mutating func string(_ tag: UInt32, _ name: StaticString, _ value: String?) {
        if let value { text(tag, value) }
    }

    private mutating func text(_ tag: UInt32, _ value: String) {
        let span = value.utf8.span
        unsafe span.withUnsafeBufferPointer { unsafe put(tag, $0) }
    }

    @inline(__always)
    package mutating func byteArray(_ tag: UInt32, _ name: StaticString, _ value: [UInt8]?) {
        guard let value else { return }
        unsafe value.withUnsafeBufferPointer { unsafe put(tag, $0) }
    }

    @inline(__always)
    package mutating func message<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ value: Message?) {
        if let value { nested(tag, value) }
    }

    private mutating func nested(_ tag: UInt32, _ value: some ProtobufMessage) {
        open(tag, value.encodedByteCount)
        value.traverse(&self)
    }

    package mutating func messages<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ values: [Message]) {
        for value in values { nested(tag, value) }
    }

    @inline(__always)
    package mutating func unknown(_ fields: ProtobufUnknownFields) {
        if fields.isEmpty { return }
        unsafe fields.bytes.withUnsafeBufferPointer { unsafe copy($0) }
    }
}
