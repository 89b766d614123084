// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireValues

/// What a stream gives out as people read it: a member a line, nested objects indented.
struct ChatItemText {
    /// Where it goes.
    let out: Output

    /// Writes one item.
    func write(_ item: ChatStreamItem, _ place: Place) {
        switch item {
        case .message(let message, let kind, let deviations, let batch):
            out.line("\(place.text) \(out.style.bold(kind.rawValue))\(text(batch))")
            let shown = String(decoding: message.encodedForDisplay(), as: UTF8.self)
            if let value = try? RawJSON(text: shown) { DecodedText(out: out).write(value, indent: 2) }
            DecodedText(out: out).write(deviations)
        case .fault(let fault, let batch):
            out.line("\(place.text) \(out.style.red("error"))\(text(batch)) \(fault)")
        }
    }

    /// Which one of a batch it is, from 1.
    private func text(_ place: ChatItem.Place?) -> String {
        place.map { " (\($0.index + 1) of \($0.count))" } ?? ""
    }
}

#endif
