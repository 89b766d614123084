// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireFuzzing
import IMWireValues

struct FuzzReport {
    let rows: [FuzzRow]
    let findings: [FuzzFinding]
    let folder: String
    let isReplay: Bool

    var text: String {
        var table = [
            ["target", "executions", "a second", "a CPU second", "behaviours", "corpus", "findings"]
        ]
        for row in rows {
            table.append([
                row.target, TextLayout.grouped(row.executions), row.speed == 0 ? "" : TextLayout.grouped(row.speed),
                row.busySpeed == 0 ? "" : TextLayout.grouped(row.busySpeed),
                TextLayout.grouped(row.behaviors), TextLayout.grouped(row.corpus),
                TextLayout.grouped(row.findings),
            ])
        }
        var lines = FuzzReport.columns(table)
        lines.append("")
        for finding in findings {
            lines.append("\(finding.target): \(finding.violation.oracle.rawValue) at \(finding.violation.location)")
            lines.append("  promised: \(finding.violation.oracle.promise)")
            if !finding.violation.detail.isEmpty { lines.append("  seen:     \(finding.violation.detail)") }
            lines.append("  input:    \(finding.input.count) bytes, \(FuzzReport.shown(finding.input))")
            if !isReplay { lines.append("  again:    \(finding.rerun(folder: folder))") }
        }
        let total = rows.reduce(0) { $0 + $1.executions }
        let word = isReplay ? "inputs replayed" : "executions"
        lines.append(
            "\(TextLayout.grouped(total)) \(word), \(findings.isEmpty ? "nothing found" : "\(findings.count) findings")"
        )
        return lines.joined(separator: "\n") + "\n"
    }

    /// Formats a table with the first column aligned to the left and all others to the right.
    static func columns(_ table: [[String]]) -> [String] {
        let widths = (table.first ?? []).indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }.joined(separator: "  ")
        }
    }

    /// Returns the beginning of an input, as text if the input is printable ASCII and line feeds, otherwise in
    /// hexadecimal.
    static func shown(_ input: [UInt8], limit: Int = 64) -> String {
        let start = Array(input.prefix(limit))
        if input.allSatisfy({ $0.isPrintableASCII || $0 == UInt8(ascii: "\n") }) {
            return String(decoding: start, as: UTF8.self).replacing("\n", with: "\\n")
                + (input.count > limit ? "…" : "")
        }
        return HexBytes.text(start) + (input.count > limit ? "…" : "")
    }

    var json: String {
        let targets = rows.map { row in
            RawJSON.object([
                "target": row.target, "executions": row.executions, "aSecond": row.speed, "aCPUSecond": row.busySpeed,
                "behaviours": row.behaviors, "corpus": row.corpus, "findings": row.findings,
            ])
        }
        let found = findings.map { RawJSON(scanned: $0.text(folder: folder).split(separator: "\n").joined()) }
        return RawJSON.object(["targets": targets, "findings": found]).text + "\n"
    }
}

#endif
