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
    func write(_ item: Result<ChatStreamItem, StreamFault>, _ place: Place) {
        switch item {
        case .success(let item):
            out.line("\(place.text) \(out.style.bold(item.kind.rawValue))\(text(item.place))")
            if let value = try? RawJSON(text: String(decoding: item.message.encodedForDisplay(), as: UTF8.self)) {
                DecodedText(out: out).write(value, indent: 2)
            }
            DecodedText(out: out).write(item.deviations)
        case .failure(let fault):
            out.line("\(place.text) \(out.style.red("error"))\(text(fault.place)) \(fault)")
        }
    }

    /// Which one of a batch it is, from 1.
    private func text(_ place: ChatItem.Place?) -> String {
        place.map { " (\($0.index + 1) of \($0.count))" } ?? ""
    }
}

#endif
