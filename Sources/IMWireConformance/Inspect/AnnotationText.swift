// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// Annotated bytes as lines of text, with offset, bytes, field, value, and requirement.
package struct AnnotationText {
    /// The role of a run of text, which selects its color.
    package enum Role: Sendable {
        case heading, offset, bytes, field, value, meaning, requirement, clean, fault, deviation
    }

    /// The level of detail.
    package enum Depth: Int, Sendable, CaseIterable, Comparable {
        /// Lines or packets only.
        case parts = 1
        /// The fields of lines or packets too.
        case fields
        /// The contents of fields too.
        case all

        package static func < (one: Depth, other: Depth) -> Bool { one.rawValue < other.rawValue }
    }

    let width: Int
    let depth: Depth
    let isFull: Bool
    let paint: (String, Role) -> String

    /// The number of bytes in a row, and the maximum number of bytes that are shown beside a field's name.
    private static let row = 16
    private static let short = 4

    /// Creates a formatter from the width of a line in cells, which is at least 72, and a function that colors text.
    package init(
        width: Int, depth: Depth = .all, isFull: Bool = false,
        paint: @escaping (String, Role) -> String = { text, _ in text }
    ) {
        self.width = max(width, 72)
        self.depth = depth
        self.isFull = isFull
        self.paint = paint
    }

    /// Returns the lines of annotations; `marks` are the offsets to point at, and offsets of hidden bytes begin with
    /// `+`.
    func lines(
        _ annotations: [Annotation], of bytes: [UInt8], marks: Set<Int>, isHidden: Bool = false
    ) -> [String] {
        var block = Block(text: self, bytes: bytes, marks: marks, sign: isHidden ? "+" : " ")
        block.name = min(longest(annotations, indent: 0), 26)
        for annotation in annotations { block.add(annotation, indent: 0) }
        return block.lines
    }

    private func longest(_ annotations: [Annotation], indent: Int) -> Int {
        annotations.map { annotation in
            let own = indent + DisplayText.cells(annotation.field)
            return depth == .all ? max(own, longest(annotation.parts, indent: indent + 2)) : own
        }.max() ?? 0
    }

    /// The lines of one list of annotations.
    private struct Block {
        let text: AnnotationText
        let bytes: [UInt8]
        let marks: Set<Int>
        let sign: String
        /// The width in cells of the column with the names of the fields.
        var name = 0
        var lines: [String] = []
        /// Whether carets follow the last row of bytes.
        var isCareted = false

        /// The column at which names begin, after the margin, the sign and offset, and the bytes of short fields.
        private var nameColumn: Int { 2 + 7 + 2 + AnnotationText.short * 3 + 1 }
        private var valueColumn: Int { nameColumn + name + 2 }

        mutating func add(_ annotation: Annotation, indent: Int) {
            let isLeaf = annotation.parts.isEmpty || text.depth < .all
            let isMarked = isLeaf && marks.contains(where: annotation.range.contains)
            head(annotation, indent, isLeaf: isLeaf, isMarked: isMarked)
            for detail in annotation.details {
                for line in DisplayText.wrap(DisplayText.safe(detail), text.width - valueColumn) {
                    lines.append(String(repeating: " ", count: valueColumn) + text.paint(line, .meaning))
                }
            }
            if isLeaf {
                if annotation.range.count > AnnotationText.short || isMarked { dump(annotation.range) }
            } else {
                for part in annotation.parts { add(part, indent: indent + 2) }
            }
        }

        private mutating func head(_ annotation: Annotation, _ indent: Int, isLeaf: Bool, isMarked: Bool) {
            let isShort = isLeaf && annotation.range.count <= AnnotationText.short
            let hex = isShort ? Words.hex(bytes[annotation.range]) : ""
            let field = DisplayText.clip(
                String(repeating: " ", count: indent) + DisplayText.safe(annotation.field), name)
            let room = max(text.width - valueColumn - 9, 16)
            var value = DisplayText.safe(annotation.value)
            let meaning = annotation.meaning.map { DisplayText.safe($0) }
            let isTogether = meaning.map { DisplayText.cells(value) + DisplayText.cells($0) + 3 <= room } ?? true
            if !text.isFull { value = DisplayText.clip(value, room) }
            var shown = text.paint(value, isMarked ? .fault : .value)
            var cells = DisplayText.cells(value)
            if let meaning, isTogether {
                shown += " " + text.paint("(\(meaning))", .meaning)
                cells += DisplayText.cells(meaning) + 3
            }
            var line = isMarked ? text.paint("! ", .fault) : "  "
            line += text.paint(sign + Words.offset(annotation.range.lowerBound), .offset) + "  "
            line += text.paint(DisplayText.pad(hex, AnnotationText.short * 3 + 1), .bytes)
            line += text.paint(DisplayText.pad(field, name), isMarked ? .fault : .field) + "  " + shown
            if let requirement = annotation.requirement {
                line += String(repeating: " ", count: max(room - cells, 0) + 1) + text.paint(requirement, .requirement)
            }
            lines.append(line)
            if let meaning, !isTogether {
                for line in DisplayText.wrap("(\(meaning))", text.width - valueColumn) {
                    lines.append(String(repeating: " ", count: valueColumn) + text.paint(line, .meaning))
                }
            }
        }

        /// Adds the bytes of a long field, 16 per row: the first row and the rows with marks, or all rows.
        private mutating func dump(_ range: Range<Int>) {
            let size = AnnotationText.row
            let count = (range.count + size - 1) / size
            let marked = marks.filter(range.contains)
            let shown =
                text.isFull
                ? Array(0..<count) : Set(marked.map { ($0 - range.lowerBound) / size } + [0]).sorted()
            var end = range.lowerBound
            for index in shown {
                let start = range.lowerBound + index * size
                if start > end { elide(start - end) }
                end = min(start + size, range.upperBound)
                dump(start..<end, marked.filter((start..<end).contains).sorted())
            }
            if end < range.upperBound { elide(range.upperBound - end) }
        }

        private mutating func dump(_ row: Range<Int>, _ wrong: [Int]) {
            let hex = row.map { place in
                let digits = Words.hex(bytes[place])
                return wrong.contains(place) ? text.paint(digits, .fault) : text.paint(digits, .bytes)
            }.joined(separator: " ")
            let filling = String(repeating: " ", count: (AnnotationText.row - row.count) * 3 + 2)
            let characters = String(
                String.UnicodeScalarView(
                    row.map { bytes[$0].isPrintableASCII ? UnicodeScalar(bytes[$0]) : "." }))
            let offset = text.paint(sign + Words.offset(row.lowerBound), .offset)
            lines.append("  \(offset)  \(hex)\(filling)\(text.paint(characters, .meaning))")
            isCareted = !wrong.isEmpty
            guard isCareted else { return }
            var carets = String(repeating: " ", count: 11)
            for place in row { carets += wrong.contains(place) ? "^^ " : "   " }
            while carets.last == " " { carets.removeLast() }
            lines.append(text.paint(carets, .fault))
        }

        /// Adds the number of omitted bytes, at the end of the previous row if it fits there.
        private mutating func elide(_ count: Int) {
            let more = "… " + Words.count(count, "more byte")
            if !isCareted, text.width >= 11 + AnnotationText.row * 4 + 3 + DisplayText.cells(more), !lines.isEmpty {
                lines[lines.count - 1] += "  " + text.paint(more, .meaning)
                return
            }
            lines.append(String(repeating: " ", count: 11) + text.paint(more, .meaning))
        }
    }
}
