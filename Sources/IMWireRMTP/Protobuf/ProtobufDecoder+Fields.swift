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

    /// Reads bytes.
    @_lifetime(self: copy self)
    mutating func byteArray() throws(DecodeError) -> [UInt8] {
        let length = try length()
        position &+= length
        return copy(position &- length, position)
    }

    /// Reads bytes, or records only their place if the field is the one to be left in place.
    @_lifetime(self: copy self)
    package mutating func byteArray(_ field: inout [UInt8]?) throws(DecodeError) {
        let length = try length()
        let start = position
        position &+= length
        if tag == left.tag, depth == left.depth {
            left.place = start..<position
            field = []
        } else if replaces, replacesField(), var bytes = field.take() {
            bytes.removeAll(keepingCapacity: true)
            append(start, position, to: &bytes)
            field = bytes
        } else {
            field = copy(start, position)
        }
    }

    /// Reads a string, which must be well-formed UTF-8 (PRB-015).
    @_lifetime(self: copy self)
    mutating func string() throws(DecodeError) -> String {
        let length = try length()
        let start = position
        position &+= length
        guard let text = text(start, position) else {
            throw DecodeError(.protoUTF8, offset: fault(start, position))
        }
        return text
    }

    /// Reads a string, which must be well-formed UTF-8 (PRB-015).
    @_lifetime(self: copy self)
    package mutating func string(_ field: inout String?) throws(DecodeError) {
        if replaces, replacesField(), try isNext(field) { return }
        field = try string()
    }

    /// Passes over a string if it is equal to `field`.
    @_lifetime(self: copy self)
    private mutating func isNext(_ field: String?) throws(DecodeError) -> Bool {
        guard let field else { return false }
        let before = position
        let length = try length()
        if field.utf8.span.equals(slice(position, position &+ length)) {
            position &+= length
            return true
        }
        position = before
        return false
    }

    /// Reads a message and merges it into the one already present.
    @_lifetime(self: copy self)
    package mutating func message<Message: ProtobufMessage>(_ field: inout Message?) throws(DecodeError) {
        let tag = tag
        let isReplaced = replaces && replacesField()
        let outer = try enter()
        var message = field.take() ?? Message()
        do {
            if isReplaced { try replace(&message) } else { try merge(into: &message) }
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
            if replaces, replacesField() { field.removeAll(keepingCapacity: true) }
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
        if replaces, replacesField() { return try replaceMessages(&field) }
        let index = field.count
        let tag = tag
        let outer = try enter(index)
        if index == field.capacity {
            field.reserveCapacity(Swift.max(index &+ run(of: tag, upTo: outer), 2 &* index))
        }
        field.append(Message())
        do {
            try merge(into: &field[index])
        } catch {
            let inner = located(error, in: Message.self)
            self.tag = tag
            throw Self.located(inner, at: index)
        }
        leave(outer)
        self.tag = tag
    }

    /// Reads the messages that follow each other in place of those that the field has.
    @_lifetime(self: copy self)
    private mutating func replaceMessages<Message: ProtobufMessage>(_ field: inout [Message]) throws(DecodeError) {
        let tag = tag
        var index = 0
        repeat {
            let outer = try enter(index)
            if index == field.count { field.append(Message()) }
            do {
                try replace(&field[index])
            } catch {
                let inner = located(error, in: Message.self)
                self.tag = tag
                throw Self.located(inner, at: index)
            }
            leave(outer)
            self.tag = tag
            index &+= 1
        } while isNext(tag)
        field.removeLast(field.count &- index)
    }

    /// Passes over the tag of the next field if it is the same.
    @_lifetime(self: copy self)
    private mutating func isNext(_ tag: UInt32) -> Bool {
        guard position < end, UInt32(byte(at: position)) == tag, tag < 0x80 else { return false }
        tagStart = position
        position &+= 1
        return true
    }

    /// Counts an element of a list and moves the end to that of the element.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func enter(_ index: Int) throws(DecodeError) -> Int {
        do throws(DecodeError) {
            try countItem()
            return try enter()
        } catch {
            throw Self.located(error, at: index)
        }
    }

    /// Returns the number of elements that follow each other from the present one on, so that a list grows once.
    ///
    /// Elements with a longer tag or a length of three bytes are not counted.
    private func run(of tag: UInt32, upTo outer: Int) -> Int {
        var count = 1
        var offset = end
        while count <= items, outer &- offset > 2, UInt32(byte(at: offset)) == tag {
            var length = Int(byte(at: offset &+ 1))
            offset &+= 2
            if length >= 0x80 {
                let second = Int(byte(at: offset))
                if second >= 0x80 { break }
                length = length & 0x7f | second &<< 7
                offset &+= 1
            }
            if length > outer &- offset { break }
            offset &+= length
            count &+= 1
        }
        return count
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

/// Replacing the fields of a message, whose storage is used again.
extension ProtobufDecoder {
    /// Whether the message that is about to be read replaces one that may have other fields.
    @inline(__always)
    package var clearsFields: Bool { replaces && seen == 0 }

    /// Reads a message in place of one that may have other fields.
    @_lifetime(self: copy self)
    mutating func replace<Message: ProtobufMessage>(_ message: inout Message) throws(DecodeError) {
        let outer = seen
        seen = 0
        try message.merge(from: &self)
        seen = outer
    }

    /// Reads a nested message into one whose fields are all kept.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func merge<Message: ProtobufMessage>(into message: inout Message) throws(DecodeError) {
        let outer = seen
        seen = .max
        try message.merge(from: &self)
        seen = outer
    }

    /// Returns whether the field whose tag was read last occurs in the message for the first time, and records it.
    @inline(__always)
    @_lifetime(self: copy self)
    private mutating func replacesField() -> Bool {
        let bit: UInt64 = 1 &<< UInt64(tag &>> 3)
        let isFirst = seen & bit == 0
        seen |= bit
        return isFirst
    }
}
