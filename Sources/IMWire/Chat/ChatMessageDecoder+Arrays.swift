// SPDX-License-Identifier: Apache-2.0

extension ChatMessageDecoder {
    /// Decodes an array of messages, which must be complete and well-formed before its first message is returned
    /// (CHT-061).
    mutating func decodeArray(
        _ unit: Span<UInt8>, _ offset: Int, _ deviations: [Deviation],
        _ body: (consuming Result<ChatItem, StreamFault>) -> Void
    ) {
        do {
            let elements = try self.elements(of: unit)
            if elements.isEmpty { emptyArrays += 1 }
            for (index, range) in elements.enumerated() {
                body(
                    decodeMessage(
                        unit.slice(range.lowerBound, range.upperBound), offset: offset + range.lowerBound,
                        position: ChatBatchPosition(index: index, count: elements.count), deviations: deviations))
            }
        } catch {
            body(.failure(StreamFault(error.moved(by: offset))))
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
        while scanner.nextToken() != .closeBracket || !elements.isEmpty {
            let start = scanner.position
            if elements.count >= batchMessages, scanner.next != .closeBracket, start < unit.count {
                throw DecodeError(.frameBatchLimit, offset: start)
            }
            _ = try scanner.skipValue()
            elements.append(start..<scanner.position)
            if scanner.nextToken() == .closeBracket { break }
            guard scanner.next == .comma else { throw scanner.unexpected() }
            scanner.advance()
        }
        scanner.close()
        try scanner.finish()
        return elements
    }
}
