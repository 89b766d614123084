// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import CommandSupport
import IMWire

/// A result of `imwire bench --format json`: one object for each row.
struct BenchResult {
    struct Row {
        /// The texts of the row, and the size of its payload if it has several.
        var name = ""
        /// The measured numbers, with names such as `decode.ns`.
        var measures: [(name: String, value: Double)] = []
    }

    struct InvalidLine: Error, CustomStringConvertible {
        let number: Int
        var description: String { "line \(number) is not a row of a result" }
    }

    let rows: [Row]

    init(lines: [UInt8]) throws {
        rows = try lines.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
            guard let members = try? RawJSON(parsing: Array(line).span).members else {
                throw InvalidLine(number: number + 1)
            }
            var row = Row()
            for (name, value) in members {
                if let text = value.string {
                    row.name = text
                } else if name == "bytes", members.first?.name == "framing", let bytes = value.number {
                    row.name += ", \(bytes) bytes"
                } else if name != "bytes" {
                    Self.append(value, name, to: &row)
                }
            }
            return row
        }
    }

    private static func append(_ value: RawJSON, _ name: String, to row: inout Row) {
        if let number = value.number { row.measures.append((name, number.double)) }
        for (inner, value) in value.members ?? [] { append(value, "\(name).\(inner)", to: &row) }
    }

    /// Returns a table of the numbers that both results contain.
    func changes(since earlier: BenchResult) -> String {
        var table = [["row", "measure", "before", "after", "change"]]
        for row in rows {
            guard let before = earlier.rows.first(where: { $0.name == row.name }) else { continue }
            for measure in row.measures {
                guard let old = before.measures.first(where: { $0.name == measure.name })?.value else { continue }
                let change = old == 0 ? "" : Decimals.text((measure.value / old - 1) * 100, 1) + " %"
                table.append([row.name, measure.name, Decimals.text(old, 1), Decimals.text(measure.value, 1), change])
            }
        }
        if table.count == 1 { return "none of the rows is in both results\n" }
        return TextLayout.columns(table).joined(separator: "\n") + "\n"
    }
}

#endif
