// SPDX-License-Identifier: Apache-2.0

/// A visitor that writes a message into memory in one pass, and counts the bytes that do not fit, with all unsafe writes
/// in this file.
///
/// Fields are written in the order of their numbers, followed by the unknown fields (PRB-040). The length of a nested
/// message is known only after its fields, so one byte is left for it, and the fields are moved if it is longer.
@safe public struct ProtobufEncoder: ProtobufVisitor {
    private let start: UnsafeMutablePointer<UInt8>
    /// The size of the memory, or -1 once something did not fit: nothing is written from then on.
    private var capacity: Int
    /// The number of bytes, written or not.
    private var count = 0

    private init(_ start: UnsafeMutablePointer<UInt8>, capacity: Int) {
        unsafe self.start = start
        self.capacity = capacity
    }

    /// Returns the encoded size of a message in bytes.
    @inline(__always)
    package static func count(_ message: some ProtobufMessage) -> Int {
        count { message.traverse(&$0) }
    }

    @inline(__always)
    private static func count(_ write: (inout ProtobufEncoder) -> Void) -> Int {
        var unused: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &unused) { memory in
            var counter = unsafe ProtobufEncoder(memory, capacity: -1)
            write(&counter)
            return counter.count
        }
    }

    /// Appends a message to `buffer`.
    @inline(__always)
    package static func append(_ message: some ProtobufMessage, to buffer: inout [UInt8]) {
        append(to: &buffer) { message.traverse(&$0) }
    }

    /// Appends what `write` writes to `buffer`, in one pass if its capacity is large enough, and in two if not.
    @inline(__always)
    static func append(to buffer: inout [UInt8], _ write: (inout ProtobufEncoder) -> Void) {
        let spare = buffer.capacity &- buffer.count
        let needed = spare > 0 ? attempt(spare, &buffer, write) : count(write)
        if needed > spare { _ = attempt(needed, &buffer, write) }
    }

    /// Writes into `room` bytes at the end of `buffer`, or leaves it unchanged if they are too few, and returns the
    /// number of bytes that are needed.
    @inline(__always)
    private static func attempt(_ room: Int, _ buffer: inout [UInt8], _ write: (inout ProtobufEncoder) -> Void) -> Int {
        var needed = 0
        buffer.append(addingCapacity: room) { output in
            unsafe output.withUnsafeMutableBufferPointer { memory, filled in
                guard let base = memory.baseAddress else { return }
                var writer = unsafe ProtobufEncoder(base + filled, capacity: Swift.min(room, memory.count - filled))
                write(&writer)
                needed = writer.count
                if writer.capacity >= 0 { filled += needed }
            }
        }
        return needed
    }

    /// Writes a nested message, whose fields `write` writes.
    @inline(__always)
    mutating func nested(_ tag: UInt32, _ write: (inout ProtobufEncoder) -> Void) {
        varint(UInt64(tag))
        let place = count
        count &+= 1
        write(&self)
        close(place)
    }

    /// Writes the length of the nested message whose fields follow one byte after `place`.
    @inline(__always)
    private mutating func close(_ place: Int) {
        let length = count &- place &- 1
        if length < 0x80 {
            if capacity >= 0 { unsafe start[place] = UInt8(truncatingIfNeeded: length) }
        } else {
            closeLong(place, length)
        }
    }

    private mutating func closeLong(_ place: Int, _ length: Int) {
        let size = ProtobufEncoder.size(UInt64(length))
        count = place
        if hasRoom(size &+ length) {
            unsafe (start + place + size).update(from: start + place + 1, count: length)
        }
        shortest(UInt64(length), size)
        count = place &+ size &+ length
    }

    /// Returns the encoded size of a varint in bytes.
    @inline(__always)
    private static func size(_ value: UInt64) -> Int {
        // Each byte holds seven bits; 9/64 approximates 1/7 closely enough for 64 bits.
        ((64 &- (value | 1).leadingZeroBitCount) &* 9 &+ 64) &>> 6
    }

    /// Returns whether `bytes` more bytes fit; if not, nothing more is written.
    @inline(__always)
    private mutating func hasRoom(_ bytes: Int) -> Bool {
        if capacity &- count >= bytes { return true }
        capacity = -1
        return false
    }

    @inline(__always)
    private mutating func varint(_ value: UInt64) {
        if value < 0x80 {
            if hasRoom(1) { unsafe start[count] = UInt8(truncatingIfNeeded: value) }
            count &+= 1
        } else {
            longVarint(value)
        }
    }

    /// Writes a varint after which nothing is written yet, because it may write eight bytes.
    private mutating func longVarint(_ value: UInt64) {
        let size = ProtobufEncoder.size(value)
        if size <= 8, capacity &- count >= 8 {
            let bytes = ProtobufEncoder.groups(value) | 0x8080_8080_8080_8080 & (1 &<< (8 &* UInt64(size &- 1)) &- 1)
            unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: bytes.littleEndian, as: UInt64.self)
            count &+= size
        } else {
            shortest(value, size)
        }
    }

    /// Writes a varint of `size` bytes, and nothing after it.
    private mutating func shortest(_ value: UInt64, _ size: Int) {
        if hasRoom(size) {
            var rest = value
            var next = count
            while rest >= 0x80 {
                unsafe start[next] = UInt8(truncatingIfNeeded: rest) | 0x80
                rest &>>= 7
                next &+= 1
            }
            unsafe start[next] = UInt8(truncatingIfNeeded: rest)
        }
        count &+= size
    }

    /// Returns a value of at most 56 bits with each of its groups of seven bits in a byte.
    @inline(__always)
    private static func groups(_ value: UInt64) -> UInt64 {
        var bytes = value & 0x0FFF_FFFF | (value & 0x00FF_FFFF_F000_0000) &<< 4
        bytes = bytes & 0x0000_3FFF_0000_3FFF | (bytes & 0x0FFF_C000_0FFF_C000) &<< 2
        return bytes & 0x007F_007F_007F_007F | (bytes & 0x3F80_3F80_3F80_3F80) &<< 1
    }

    @inline(__always)
    private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
        if hasRoom(bytes.count), let source = bytes.baseAddress {
            unsafe (start + count).update(from: source, count: bytes.count)
        }
        count &+= bytes.count
    }

    /// Writes the bytes of a length-delimited field.
    private mutating func block(_ tag: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) {
        varint(UInt64(tag))
        varint(UInt64(bytes.count))
        unsafe copy(bytes)
    }

    /// Writes the bytes of a length-delimited field, which are few as a rule: a name, an id or a short text.
    private mutating func shortBlock(_ tag: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) {
        let length = bytes.count
        guard tag < 0x80, 8...64 ~= length, capacity &- count >= length &+ 2, let source = bytes.baseAddress else {
            return unsafe block(tag, bytes)
        }
        unsafe start[count] = UInt8(truncatingIfNeeded: tag)
        unsafe start[count &+ 1] = UInt8(truncatingIfNeeded: length)
        // Two words or blocks that overlap are faster than a call that copies a variable number of bytes.
        if length > 32 {
            unsafe copyEnds(of: SIMD32<UInt8>.self, source, length)
        } else if length > 16 {
            unsafe copyEnds(of: SIMD16<UInt8>.self, source, length)
        } else {
            unsafe copyEnds(of: UInt64.self, source, length)
        }
        count &+= length &+ 2
    }

    /// Writes the bytes of a short field as its first and its last word, which overlap.
    @inline(__always)
    private func copyEnds<Word: BitwiseCopyable>(of word: Word.Type, _ source: UnsafePointer<UInt8>, _ length: Int) {
        let from = unsafe UnsafeRawPointer(source)
        let to = unsafe UnsafeMutableRawPointer(start + count + 2)
        let last = length &- MemoryLayout<Word>.size
        let words = unsafe (from.loadUnaligned(as: word), from.loadUnaligned(fromByteOffset: last, as: word))
        unsafe to.storeBytes(of: words.0, as: word)
        unsafe to.storeBytes(of: words.1, toByteOffset: last, as: word)
    }

    /// Writes the number of a field; most tags and many numbers are one byte.
    @inline(__always)
    private mutating func number(_ tag: UInt32, _ value: UInt64) {
        if tag < 0x80, value < 0x80, capacity &- count >= 2 {
            unsafe start[count] = UInt8(truncatingIfNeeded: tag)
            unsafe start[count &+ 1] = UInt8(truncatingIfNeeded: value)
            count &+= 2
        } else {
            longNumber(tag, value)
        }
    }

    @inline(never)
    private mutating func longNumber(_ tag: UInt32, _ value: UInt64) {
        varint(UInt64(tag))
        varint(value)
    }

    /// Writes a 32-bit integer.
    @inline(__always)
    public mutating func int32(_ tag: UInt32, _ name: StaticString, _ value: Int32?) {
        if let value { number(tag, UInt64(bitPattern: Int64(value))) }
    }

    /// Writes a 64-bit integer.
    @inline(__always)
    public mutating func int64(_ tag: UInt32, _ name: StaticString, _ value: Int64?) {
        if let value { number(tag, UInt64(bitPattern: value)) }
    }

    /// Writes a Boolean.
    @inline(__always)
    public mutating func bool(_ tag: UInt32, _ name: StaticString, _ value: Bool?) {
        if let value { number(tag, value ? 1 : 0) }
    }

    /// Writes a string.
    @inline(__always)
    public mutating func string(_ tag: UInt32, _ name: StaticString, _ value: String?) {
        if let value { text(tag, value) }
    }

    private mutating func text(_ tag: UInt32, _ value: String) {
        let span = value.utf8.span
        unsafe span.withUnsafeBufferPointer { unsafe shortBlock(tag, $0) }
    }

    /// Writes bytes.
    @inline(__always)
    public mutating func byteArray(_ tag: UInt32, _ name: StaticString, _ value: [UInt8]?) {
        guard let value else { return }
        unsafe value.withUnsafeBufferPointer { unsafe shortBlock(tag, $0) }
    }

    /// Writes a nested message.
    @inline(__always)
    public mutating func message<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ value: Message?) {
        if let value { nested(tag) { value.traverse(&$0) } }
    }

    /// Writes a repeated message.
    ///
    /// It is not specialized, because the specialized code copies each message before encoding it.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    public mutating func messages<Message: ProtobufMessage>(_ tag: UInt32, _ name: StaticString, _ values: [Message]) {
        unsafe values.withUnsafeBytes { bytes in
            // The stride is read once, because reading it looks up the type.
            let stride = MemoryLayout<Message>.stride
            guard var element = bytes.baseAddress else { return }
            for _ in values.indices {
                nested(tag) { unsafe element.assumingMemoryBound(to: Borrowed<Message>.self).pointee.write(to: &$0) }
                unsafe element += stride
            }
        }
    }

    /// Writes the unknown fields.
    @inline(__always)
    public mutating func unknown(_ fields: ProtobufUnknownFields) {
        if fields.isEmpty { return }
        unsafe fields.bytes.withUnsafeBufferPointer { unsafe copy($0) }
    }
}

/// A message that cannot be copied, because the optimizer copies each element of an array before it is written.
private struct Borrowed<Message: ProtobufMessage>: ~Copyable {
    let message: Message

    @inline(__always)
    borrowing func write(to encoder: inout ProtobufEncoder) { message.write(to: &encoder) }
}
