// SPDX-License-Identifier: Apache-2.0

extension ChatMessageDecoder {
    /// Reads an array of messages, which must be complete and well-formed before its first message is returned
    /// (CHT-061).
    mutating func readArray(
        _ unit: Span<UInt8>, _ offset: Int, _ deviations: [Deviation], _ take: (ChatItem) -> Void
    ) {
        let elements: [Range<Int>]
        do {
            elements = try self.elements(of: unit)
        } catch {
            take(ChatItem(value: .failure(error.moved(by: offset)), offset: offset))
            return
        }
        if elements.isEmpty { emptyArrays += 1 }
        for (index, range) in elements.enumerated() {
            let place = ChatItem.Place(index: index, count: elements.count)
            let element = unit.slice(range.lowerBound, range.upperBound)
            take(item(of: element, offset: offset + range.lowerBound, place: place, deviations: deviations))
        }
    }

    /// Returns the ranges of the elements of an array.
    ///
    /// The elements' own limits and the errors of strict mode are checked for each element separately. The array itself
    /// does not count in the depth of a message.
    private func elements(of unit: Span<UInt8>) throws(DecodeError) -> [Range<Int>] {
        var limits = DecodingLimits.unbounded
        limits.depth = self.limits.depth == .max ? .max : self.limits.depth + 1
        var scanner = JSONScanner(unit, limits: limits, isStrict: false)
        var elements: [Range<Int>] = []
        _ = scanner.nextToken()
        try scanner.open()
        while scanner.nextToken() != 0x5d || !elements.isEmpty {
            let start = scanner.position
            if elements.count >= batchMessages, scanner.next != 0x5d, start < unit.count {
                throw DecodeError(.frameBatchLimit, offset: start)
            }
            _ = try scanner.skipValue()
            elements.append(start..<scanner.position)
            if scanner.nextToken() == 0x5d { break }
            guard scanner.next == 0x2c else { throw scanner.unexpected() }
            scanner.advance()
        }
        scanner.close()
        try scanner.finish()
        return elements
    }
}
