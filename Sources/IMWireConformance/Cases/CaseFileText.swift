// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// The text of a case file, in which one case can be changed or removed while all other text stays the same.
package struct CaseFileText {
    private let bytes: [UInt8]
    private let range: Range<Int>
    package let item: RawJSON
    package let area: String
    private let count: Int

    /// Creates the text of a case file and locates a case in it.
    ///
    /// - Throws: ``SuiteError`` if the bytes are not a file of cases, or do not contain the case.
    package init(_ bytes: [UInt8], id: String, file: String) throws(SuiteError) {
        let cases = try? RawJSON(parsing: bytes.span)
        guard let elements = cases?["cases"]?.elements, let area = cases?["area"]?.string else {
            throw SuiteError("\(file): not a file of cases: area or cases is missing")
        }
        guard let item = elements.first(where: { $0["id"]?.string == id }),
            let start = CaseFileText.place(of: Array(item.text.utf8), in: bytes[...])
        else { throw SuiteError("\(file): no case \(id)") }
        self.bytes = bytes
        self.item = item
        self.area = area
        count = elements.count
        range = start..<start + item.text.utf8.count
    }

    /// Returns the file with the expected outcomes of the case replaced.
    package func expecting(_ outcomes: RawJSON) -> [UInt8] {
        let member = Array("\"expect\"".utf8)
        let old = Array((item["expect"] ?? .null).text.utf8)
        var start = range.lowerBound
        while let next = CaseFileText.place(of: old, in: bytes[start..<range.upperBound]) {
            let before = bytes[range.lowerBound..<next].reversed().drop {
                Words.isSpace($0) || $0 == UInt8(ascii: ":")
            }
            if before.starts(with: member.reversed()) {
                let text = JSONLayout.text(outcomes, indent: 6)
                return Array(bytes[..<next]) + text.utf8 + bytes[(next + old.count)...]
            }
            start = next + 1
        }
        return bytes
    }

    /// Returns the file without the case, or nil if the file has no other case.
    package func removing() -> [UInt8]? {
        guard count > 1 else { return nil }
        var before = range.lowerBound
        while before > 0, Words.isSpace(bytes[before - 1]) { before -= 1 }
        if before > 0, bytes[before - 1] == UInt8(ascii: ",") {
            return Array(bytes[..<(before - 1)] + bytes[range.upperBound...])
        }
        var behind = range.upperBound
        while behind < bytes.count, bytes[behind] != UInt8(ascii: ",") { behind += 1 }
        return Array(bytes[..<before] + bytes[min(behind + 1, bytes.count)...])
    }

    /// Returns a file of changed or retired cases with an added entry, in the order of the ids.
    ///
    /// If the file already has an entry for the same id and version of the suite, it is returned unchanged, because
    /// that entry records the state in the previous release.
    ///
    /// - Throws: ``SuiteError`` if the bytes are not such a file.
    package static func adding(
        _ entry: RawJSON, to name: String, in bytes: [UInt8], file: String
    ) throws(SuiteError) -> [UInt8] {
        guard let list = (try? RawJSON(parsing: bytes.span))?[name]?.elements,
            let end = bytes.lastIndex(of: UInt8(ascii: "]"))
        else { throw SuiteError("\(file): the list \(name) is missing") }
        let id = entry["id"]?.string ?? ""
        let isThere = list.contains { $0["id"]?.string == id && $0["since"]?.string == entry["since"]?.string }
        if isThere { return bytes }
        let text = JSONLayout.text(entry, indent: 4)
        if let next = list.first(where: { ($0["id"]?.string ?? "") > id }),
            let place = place(of: Array(next.text.utf8), in: bytes[...])
        {
            return Array(bytes[..<place]) + "\(text),\n    ".utf8 + bytes[place...]
        }
        var kept = bytes[..<end]
        while let last = kept.last, Words.isSpace(last) { kept.removeLast() }
        return Array(kept) + "\(list.isEmpty ? "" : ",")\n    \(text)\n  ".utf8 + bytes[end...]
    }

    private static func place(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = part.first, part.count <= bytes.count else { return nil }
        return (bytes.startIndex...bytes.endIndex - part.count)
            .first { bytes[$0] == first && bytes[$0...].starts(with: part) }
    }
}
