// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Singular fields: of several occurrences the last one counts (PRB-013), except for messages, which are merged
/// (PRB-014).
extension ProtobufDecoder {
    /// Reads the low 32 bits of a number; a negative number takes ten bytes (PRB-010).
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func int32() throws(DecodeError) -> Int32 { Int32(truncatingIfNeeded: try varint()) }

    /// Reads a 64-bit number.
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func int64() throws(DecodeError) -> Int64 { Int64(bitPattern: try varint()) }

    /// Reads a boolean, which is true for every number except 0 (PRB-011).
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func bool() throws(DecodeError) -> Bool { try varint() != 0 }

    /// Reads a value of an enumeration, listed or not (PRB-016).
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func enumeration<Value: ProtobufEnumeration>() throws(DecodeError) -> Value {
        Value(rawValue: try int32())
    }

    /// Reads bytes, or records only their place if the field is the one to be left in place.
    @_lifetime(self: copy self)
    package mutating func byteArray() throws(DecodeError) -> [UInt8] {
        let length = try length()
        let start = position
        position &+= length
        if tag == left.tag, depth == left.depth {
            left.place = start..<position
            return []
        }
        return copy(start, position)
    }

    /// Reads a string, which must be well-formed UTF-8 (PRB-015).
    @_lifetime(self: copy self)
    package mutating func string() throws(DecodeError) -> String {
        let length = try length()
        let start = position
        position &+= length
        guard let text = text(start, position) else {
            throw DecodeError(.protoUTF8, offset: fault(start, position))
        }
        return text
    }

    /// Reads a message and merges it into the one already present.
    @_lifetime(self: copy self)
    package mutating func message<Message: ProtobufMessage>(_ field: inout Message?) throws(DecodeError) {
        let tag = tag
        let outer = try enter()
        var message = field.take() ?? Message()
        do {
            try message.merge(from: &self)
        } catch {
            let error = located(error, in: Message.self)
            self.tag = tag
            throw error
        }
        field = message
        leave(outer)
        self.tag = tag
    }

    /// Moves the end to that of a nested message and returns the end of the enclosing message.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func enter() throws(DecodeError) -> Int {
        guard depth > 0 else { throw DecodeError(.limitDepth, offset: tagStart) }  // PRB-052
        let length = try length()
        let outer = end
        end = position &+ length
        depth &-= 1
        return outer
    }

    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func leave(_ outer: Int) {
        end = outer
        depth &+= 1
    }
}

/// Repeated fields: all elements, in order.
extension ProtobufDecoder {
    /// Reads one element with `read` and appends it.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func append<Value>(
        to field: inout [Value], _ read: (inout ProtobufDecoder) throws(DecodeError) -> Value
    ) throws(DecodeError) {
        do throws(DecodeError) {
            try countItem()
            field.append(try read(&self))
        } catch {
            throw Self.located(error, at: field.count)
        }
    }

    /// Reads one element and appends it.
    @_lifetime(self: copy self)
    package mutating func strings(_ field: inout [String]) throws(DecodeError) {
        try append(to: &field) { (reader) throws(DecodeError) in try reader.string() }
    }

    /// Reads one element and appends it.
    @_lifetime(self: copy self)
    package mutating func int32s(_ field: inout [Int32]) throws(DecodeError) {
        try append(to: &field) { (reader) throws(DecodeError) in try reader.int32() }
    }

    /// Reads one element and appends it.
    @_lifetime(self: copy self)
    package mutating func int64s(_ field: inout [Int64]) throws(DecodeError) {
        try append(to: &field) { (reader) throws(DecodeError) in try reader.int64() }
    }

    /// Reads one element and appends it.
    @_lifetime(self: copy self)
    package mutating func bools(_ field: inout [Bool]) throws(DecodeError) {
        try append(to: &field) { (reader) throws(DecodeError) in try reader.bool() }
    }

    /// Reads one element and appends it.
    @_lifetime(self: copy self)
    package mutating func byteArrays(_ field: inout [[UInt8]]) throws(DecodeError) {
        try append(to: &field) { (reader) throws(DecodeError) in try reader.byteArray() }
    }

    /// Reads one element and appends it.
    @_lifetime(self: copy self)
    package mutating func enumerations<Value: ProtobufEnumeration>(_ field: inout [Value]) throws(DecodeError) {
        try append(to: &field) { (reader) throws(DecodeError) in try reader.enumeration() }
    }

    /// Reads one message and appends it.
    @_lifetime(self: copy self)
    package mutating func messages<Message: ProtobufMessage>(_ field: inout [Message]) throws(DecodeError) {
        let tag = tag
        let index = field.count
        let outer: Int
        do throws(DecodeError) {
            try countItem()
            outer = try enter()
        } catch {
            throw Self.located(error, at: index)
        }
        field.append(Message())
        do {
            try field[index].merge(from: &self)
        } catch {
            let inner = located(error, in: Message.self)
            self.tag = tag
            throw Self.located(inner, at: index)
        }
        leave(outer)
        self.tag = tag
    }

    /// Begins the elements of a packed field and returns the end of the enclosing message (PRB-012).
    @_lifetime(self: copy self)
    package mutating func openPacked() throws(DecodeError) -> Int {
        let length = try length()
        let outer = end
        end = position &+ length
        return outer
    }

    /// Returns whether a packed field has another element, and restores the end of the message after the last one.
    @_lifetime(self: copy self)
    package mutating func hasPacked(_ outer: Int) -> Bool {
        if position < end { return true }
        end = outer
        return false
    }
}
