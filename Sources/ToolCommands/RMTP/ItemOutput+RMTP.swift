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
    ///   - append: Appends the members of the packet's JSON.
    mutating func write(
        _ location: LineLocation, _ direction: RMTPDirection? = nil, as name: StaticString = "line",
        _ append: (inout [UInt8]) -> RMTPItemReader.Item
    ) {
        count += 1
        let item: RMTPItemReader.Item
        switch format {
        case .json:
            location.append(to: &text.bytes, as: name)
            if let direction { text.bytes.append(member: "direction", json: direction.rawValue) }
            text.bytes.append(UInt8(ascii: ","))
            item = append(&text.bytes)
            text.bytes.append(UInt8(ascii: "}"))
            text.endRecord()
        case .text:
            var json = [UInt8(ascii: "{")]
            item = append(&json)
            json.append(UInt8(ascii: "}"))
            writeText(item, RawJSON(scanned: String(decoding: json, as: UTF8.self)), location)
        }
        if item.fault != nil || item.isBodyRefused { exit = .findings }
    }

    private mutating func writeText(_ item: RMTPItemReader.Item, _ json: RawJSON, _ location: LineLocation) {
        if let fault = item.fault { return text.line("\(location.text) \(text.style.red("error")) \(fault)") }
        text.line("\(location.text) \(text.style.bold(TextLayout.shown(item.title, limit: 200)))")
        if let packet = json["packet"] { DecodedText.write(packet, indent: 2, to: &text) }
        if let body = json["body"] {
            text.line("  body")
            DecodedText.write(body, indent: 4, to: &text)
        }
        for id in json["deviations"]?.elements?.compactMap(\.string) ?? [] {
            text.line("  \(text.style.yellow(id))\(Deviation.title(of: id))")
        }
    }
}

#endif
