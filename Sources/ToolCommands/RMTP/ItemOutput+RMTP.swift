// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

extension ItemOutput {
    /// Writes a packet or its error.
    ///
    /// - Parameters:
    ///   - direction: The direction, if the line of the packet states it.
    ///   - name: The name of the member for the number of the line or of the packet.
    func write(
        _ item: RMTPItemReader.Item, _ location: LineLocation, _ direction: RMTPDirection? = nil,
        as name: String = "line"
    ) {
        count += 1
        if item.fault != nil || item.isBodyRefused { exit = .findings }
        guard format == .json else { return writeText(item, location) }
        location.append(to: &out.buffer, as: name)
        if let direction { out.buffer.append(member: "direction", json: direction.rawValue) }
        out.write(",")
        out.buffer.append(contentsOf: item.json.text.utf8.dropFirst())
        out.endRecord()
    }

    private func writeText(_ item: RMTPItemReader.Item, _ location: LineLocation) {
        if let fault = item.fault { return out.line("\(location.text) \(out.style.red("error")) \(fault)") }
        out.line("\(location.text) \(out.style.bold(TextLayout.shown(item.title, limit: 200)))")
        let text = DecodedText(out: out)
        if let packet = item.json["packet"] { text.write(packet, indent: 2) }
        if let body = item.json["body"] {
            out.line("  body")
            text.write(body, indent: 4)
        }
        for id in item.json["deviations"]?.elements?.compactMap(\.string) ?? [] {
            out.line("  \(out.style.yellow(id))\(Deviation.title(of: id))")
        }
    }
}

#endif
