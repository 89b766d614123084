// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A writer that represents each item of a stream as a JSON object without line breaks (TST-065).
package struct ChatItemWriter {
    private var message: [UInt8] = []

    package init() {}

    /// Appends `{"kind":…,"message":…,"deviations":…}` or `{"error":…}`.
    ///
    /// - Parameter prefix: members that precede the others, each followed by a comma.
    package mutating func append(
        _ item: Result<ChatStreamItem, StreamFault>, to output: inout [UInt8], prefix: [UInt8] = []
    ) {
        output.append(UInt8(ascii: "{"))
        output.append(contentsOf: prefix)
        switch item {
        case .success(let item):
            output.append(text: "\"kind\":\"\(item.kind.rawValue)\",\"message\":")
            item.message.encodeForDisplay(into: &message)
            var shown = message.mutableSpan
            shown.replaceLineBreaks(to: shown.count)
            output.append(contentsOf: message)
            output.append(text: ",\"deviations\":")
            output.append(json: item.deviations.isEmpty ? [] : item.deviations.names)
            if let place = item.place { output.append(text: ",\"batch\":[\(place.index),\(place.count)]") }
            output.append(UInt8(ascii: "}"))
        case .failure(let fault):
            output.append(contentsOf: fault.item.text.utf8.dropFirst())
        }
    }
}
