// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

/// A human-readable form of stream items, with one member per line and nested objects indented.
struct ChatItemText {
    /// The output for the text.
    let out: Output

    /// Writes an item.
    func write(_ item: Result<ChatItem, StreamFault>, _ place: Place) {
        switch item {
        case .success(let item):
            out.line("\(place.text) \(out.style.bold(item.kind.rawValue))\(text(item.position))")
            if let value = try? RawJSON(text: String(decoding: item.message.encodedForDisplay(), as: UTF8.self)) {
                DecodedText(out: out).write(value, indent: 2)
            }
            DecodedText(out: out).write(item.deviations)
        case .failure(let fault):
            out.line("\(place.text) \(out.style.red("error"))\(text(fault.position)) \(fault)")
        }
    }

    /// Returns the item's number in its batch, counted from 1.
    private func text(_ position: BatchPosition?) -> String {
        position.map { " (\($0.index + 1) of \($0.count))" } ?? ""
    }
}

#endif
