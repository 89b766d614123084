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
        _ item: Result<ChatItem, StreamFault>, to output: inout [UInt8], prefix: [UInt8] = []
    ) {
        output.append(0x7b)
        output.append(contentsOf: prefix)
        let position: BatchPosition?
        switch item {
        case .success(let item):
            position = item.position
            output.append(contentsOf: "\"kind\":\"\(item.kind.rawValue)\",\"message\":".utf8)
            item.message.encodeForDisplay(into: &message)
            var shown = message.mutableSpan
            shown.replaceLineBreaks(to: shown.count)
            output.append(contentsOf: message)
            output.append(contentsOf: ",\"deviations\":[".utf8)
            append(item.deviations, to: &output)
            output.append(0x5d)
        case .failure(let fault):
            position = fault.position
            append(fault, to: &output)
        }
        if let position { output.append(contentsOf: ",\"batch\":[\(position.index),\(position.count)]".utf8) }
        output.append(0x7d)
    }

    /// Appends the distinct deviation ids in the order in which they occurred.
    private func append(_ deviations: [Deviation], to output: inout [UInt8]) {
        if deviations.isEmpty { return }
        var ids: [Deviation.ID] = []
        for deviation in deviations where !ids.contains(deviation.id) {
            if !ids.isEmpty { output.append(0x2c) }
            output.append(contentsOf: "\"\(deviation.id)\"".utf8)
            ids.append(deviation.id)
        }
    }

    private func append(_ fault: StreamFault, to output: inout [UInt8]) {
        let error = fault.error
        output.append(contentsOf: "\"error\":{\"code\":\"\(error.code.rawValue)\",\"offset\":\(error.offset)".utf8)
        output.append(contentsOf: ",\"scope\":\"\(fault.scope.rawValue)\"".utf8)
        if !error.path.isEmpty { output.append(contentsOf: ",\"path\":\(RawJSON(error.path).text)".utf8) }
        if let inner = fault.inner { output.append(contentsOf: ",\"inner\":\(inner)".utf8) }
        output.append(0x7d)
    }
}
