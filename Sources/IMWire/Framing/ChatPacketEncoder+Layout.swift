// SPDX-License-Identifier: Apache-2.0

/// The division of a unit into packets, and the places of their headers.
extension ChatPacketEncoder {
    /// The number of bytes that precede a fragment's part in its packet.
    private static var fragmentStart: Int { ChatPacketHeader.byteCount + ChatFragmentFields.byteCount }

    /// Returns the size of a part if a unit of `length` bytes is split, or nil otherwise.
    private func partSize(_ length: Int) -> Int? {
        guard let size = options.fragmentSize, length > size, size > 0 else { return nil }
        return size
    }

    /// Returns the total size in bytes of the packets for a unit of `length` bytes.
    func length(_ length: Int) -> Int {
        guard let size = partSize(length) else { return ChatPacketHeader.byteCount + length }
        return (length + size - 1) / size * Self.fragmentStart + length
    }

    /// Throws an error for a unit that a reader would reject because of its size (FRM-092, FRM-093).
    func check(_ length: Int) throws(EncodeError) {
        let limits = options.limits
        guard let size = partSize(length) else {
            if length > Swift.min(limits.packetBytes, Int(UInt32.max)) { throw EncodeError(.size) }
            return
        }
        let count = (length + size - 1) / size
        if count > UInt16.max { throw EncodeError(.fragments) }
        guard count <= limits.fragmentCount, length <= Swift.min(limits.fragmentBytes, Int(UInt32.max)),
            ChatFragmentFields.byteCount + size <= limits.packetBytes
        else { throw EncodeError(.size) }
    }

    /// Copies the parts of a plain unit to their places.
    @_lifetime(output: copy output)
    func copy(_ unit: Span<UInt8>, _ output: inout MutableSpan<UInt8>) {
        guard let size = partSize(unit.count) else {
            output.copy(unit, at: ChatPacketHeader.byteCount)
            return
        }
        var part = 0
        var start = 0
        while start < unit.count {
            let end = Swift.min(start + size, unit.count)
            output.copy(unit.slice(start, end), at: start + (part + 1) * Self.fragmentStart)
            part += 1
            start = end
        }
    }

    /// Moves the parts of a unit that follows a single header to their places, from last to first.
    @_lifetime(output: copy output)
    func spread(_ length: Int, _ output: inout MutableSpan<UInt8>) {
        guard let size = partSize(length) else { return }
        var part = (length + size - 1) / size - 1
        while part >= 0 {
            let start = part * size
            output.move(
                from: ChatPacketHeader.byteCount + start, to: start + (part + 1) * Self.fragmentStart,
                count: Swift.min(size, length - start))
            part -= 1
        }
    }

    /// Writes the headers of parts that are in their places, and returns the total length.
    @_lifetime(output: copy output)
    func writeHeaders(_ length: Int, _ flags: ChatPacketFlags, _ output: inout MutableSpan<UInt8>) -> Int {
        guard let size = partSize(length) else {
            ChatPacketHeader.write(.message, flags, sequence: nextSequence, payload: length, at: 0, into: &output)
            return ChatPacketHeader.byteCount + length
        }
        let count = (length + size - 1) / size
        for part in 0..<count {
            let start = part * size
            let place = start + part * Self.fragmentStart
            let fields = ChatFragmentFields(
                index: UInt16(truncatingIfNeeded: part), count: UInt16(truncatingIfNeeded: count),
                total: UInt32(truncatingIfNeeded: length), offset: UInt32(truncatingIfNeeded: start))
            fields.write(at: place + ChatPacketHeader.byteCount, into: &output)
            ChatPacketHeader.write(
                .message, flags.union(.fragment), sequence: nextSequence,
                payload: ChatFragmentFields.byteCount + Swift.min(size, length - start), at: place, into: &output)
        }
        return length + count * Self.fragmentStart
    }
}

extension ChatPacketHeader {
    /// Writes one packet with these fields, whether or not they are valid, for tools that show and create any packet.
    ///
    /// The payload length follows from the part, and the header has the length of this version.
    @_lifetime(output: copy output)
    public func encode(
        _ part: Span<UInt8>, fragment: ChatFragmentFields? = nil, into output: inout MutableSpan<UInt8>
    ) -> EncodedLength {
        let fields = fragment == nil ? 0 : ChatFragmentFields.byteCount
        let needed = Self.byteCount + fields + part.count
        if needed > output.count { return .needs(needed) }
        fragment?.write(at: Self.byteCount, into: &output)
        output.copy(part, at: Self.byteCount + fields)
        Self.write(type, flags, sequence: sequence, payload: fields + part.count, at: 0, into: &output)
        return .written(needed)
    }

    /// Appends one packet with these fields, whether or not they are valid.
    public func encode(_ part: Span<UInt8>, fragment: ChatFragmentFields? = nil, into buffer: inout [UInt8]) {
        buffer.append { room in encode(part, fragment: fragment, into: &room) }
    }
}
