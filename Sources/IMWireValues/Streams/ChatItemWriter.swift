// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A writer that represents each item of a stream as a JSON object without line breaks (TST-065).
package enum ChatItemWriter {
    /// Appends `{"kind":…,"message":…,"deviations":…}` or `{"error":…}`.
    ///
    /// - Parameter file: The value of a member `file` that precedes the others, or nil for none.
    package static func append(
        _ item: Result<ChatItem, StreamFault>, to output: inout [UInt8], file: String? = nil
    ) {
        output.append(UInt8(ascii: "{"))
        if let file {
            output.append(literal: "\"file\":")
            output.append(json: file)
            output.append(UInt8(ascii: ","))
        }
        switch item {
        case .success(let item):
            output.append(literal: "\"kind\":\"")
            output.append(text: item.kind.rawValue)
            output.append(literal: "\",\"message\":")
            let start = output.count
            item.message.appendForDisplay(to: &output)
            var shown = output.mutableSpan
            shown.replaceLineBreaks(from: start, to: shown.count)
            output.append(literal: ",\"deviations\":")
            ContentItemWriter.append(names: item.deviations, to: &output)
            if let position = item.position {
                output.append(literal: ",\"batch\":[")
                output.append(json: position.index)
                output.append(UInt8(ascii: ","))
                output.append(json: position.count)
                output.append(UInt8(ascii: "]"))
            }
            output.append(UInt8(ascii: "}"))
        case .failure(let fault):
            output.append(contentsOf: fault.item.text.utf8.dropFirst())
        }
    }
}
