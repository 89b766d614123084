// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireSpec
import IMWireValues

/// A report of the items of RongCloud's packets, as one JSON object per line or as text for people.
struct RMTPItemReport {
    /// The output for the items.
    let out: Output
    /// The format of the items.
    let format: LineFormat
    /// Whether items have a line number, which those of a stream do not.
    let hasLines: Bool

    /// Writes an item, where `direction` is the direction that its line states.
    func write(_ item: RMTPItemReader.Item, _ place: Place, _ direction: RMTPDirection?) {
        guard format == .json else { return writeText(item, place) }
        if hasLines {
            place.append(to: &out.buffer)
        } else {
            out.write("{\"packetNumber\":\(place.number)")
            if place.isOneOfMany { out.buffer.append(member: "file", json: place.file) }
        }
        if let direction { out.buffer.append(member: "direction", json: direction.rawValue) }
        out.write(",")
        out.buffer.append(contentsOf: item.json.text.utf8.dropFirst())
        out.endRecord()
    }

    /// Writes the error of a line.
    func write(_ fault: Fault, _ place: Place) {
        if format == .json { FaultText.writeJSON(fault, place, out) } else { FaultText.write(fault, place, out) }
    }

    private func writeText(_ item: RMTPItemReader.Item, _ place: Place) {
        if let fault = item.fault {
            out.line("\(place.text) \(out.style.red("error")) \(fault)")
            return
        }
        out.line("\(place.text) \(out.style.bold(TextLayout.shown(item.title, limit: 200)))")
        let text = DecodedText(out: out)
        if let packet = item.json["packet"] { text.write(packet, indent: 2) }
        if let body = item.json["body"] {
            out.line("  body")
            text.write(body, indent: 4)
        }
        for name in item.json["deviations"]?.elements?.compactMap(\.string) ?? [] {
            let title = SpecDeviation.named(name).map { " \($0.title)" } ?? ""
            out.line("  \(out.style.yellow(name))\(title)")
        }
    }
}

#endif
