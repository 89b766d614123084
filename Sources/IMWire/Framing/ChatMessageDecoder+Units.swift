// SPDX-License-Identifier: Apache-2.0

extension ChatMessageDecoder {
    /// Decodes the messages of a unit: those of a batch or an array, or the only one.
    ///
    /// - Returns: The messages in order; an error affects only its own message, and its offset counts in the stream.
    public mutating func decode(_ unit: borrowing ChatStreamUnit) -> [Result<ChatItem, StreamFault>] {
        var items: [Result<ChatItem, StreamFault>] = []
        decode(unit, deviations: unit.deviations, into: &items)
        return items
    }

    /// Decodes the messages of a unit and appends them to `items`.
    ///
    /// - Parameter deviations: The deviations of the line, which are reported with each of its messages (CHT-063).
    package mutating func decode(
        _ unit: borrowing ChatStreamUnit, deviations: [Deviation], into items: inout [Result<ChatItem, StreamFault>]
    ) {
        if unit.isBatch {
            var messages = unit.messages
            while let message = messages.next() {
                let position = ChatBatchPosition(index: message.index, count: message.count)
                let item = decodeMessage(
                    message.bytes, offset: message.offset, position: position, deviations: deviations)
                items.append(unit.located(item))
            }
        } else if unit.bytes.count > 0, unit.bytes[0] == .openBrace {
            items.append(unit.located(decodeMessage(unit.bytes, deviations: deviations)))
        } else {
            decodeUnit(unit.bytes, deviations: deviations) { items.append(unit.located($0)) }
        }
    }
}

extension ChatStreamUnit {
    /// Returns a result whose error, if it is one, counts in the stream instead of in the unit.
    @inline(__always)
    fileprivate func located(_ item: consuming Result<ChatItem, StreamFault>) -> Result<ChatItem, StreamFault> {
        guard case .failure(let rejected) = item else { return item }
        var fault = fault(rejected.error)
        fault.position = rejected.position
        return .failure(fault)
    }
}
