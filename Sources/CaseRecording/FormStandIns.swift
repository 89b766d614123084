// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireServerAPI
import IMWireValues

/// Replaces values in the requests of the server API with stand-ins; a body keeps its length and its escapes.
enum FormStandIns {
    /// Rewrites the body of a request that can be read.
    static func rewrite(
        _ body: [UInt8], _ service: ServiceEndpoint, _ standIns: inout StandIns
    ) throws(RecordingFault) -> [UInt8] {
        var body = body
        if service.takesJSON {
            let kept = Set(service.rules.filter(isKept).map(\.name))
            try JSONStandIns.rewrite(&body, 0..<body.count, keeping: kept, &standIns)
            return body
        }
        var start = 0
        while start < body.count {
            let end = body[start...].firstIndex(of: UInt8(ascii: "&")) ?? body.count
            let equals = body[start..<end].firstIndex(of: UInt8(ascii: "="))
            try field(&body, start..<(equals ?? end), (equals.map { $0 + 1 } ?? end)..<end, service.rules, &standIns)
            start = end + 1
        }
        return body
    }

    /// Returns whether the values of a field are kept: flags and small numbers, such as minutes, reveal nothing about
    /// anybody, and their stand-ins might be outside their ranges.
    private static func isKept(_ rule: FieldRule) -> Bool {
        switch rule.value {
        case .bit, .boolean: true
        case .integer(let range): range.upperBound < 100_000
        case .text, .objectName, .content, .json: false
        }
    }

    private static func field(
        _ body: inout [UInt8], _ name: Range<Int>, _ value: Range<Int>, _ rules: [FieldRule],
        _ standIns: inout StandIns
    ) throws(RecordingFault) {
        let nameCells = cells(body, name)
        let valueCells = cells(body, value)
        let nameText = try text(nameCells, name)
        let valueText = try text(valueCells, value)
        let rule = rules.first { rule in
            rule.isKeyed ? rule.key(in: nameText) != nil : rule.name.utf8.elementsEqual(nameText.utf8)
        }
        guard let rule else {
            try write(standIns.name(nameText), nameCells, &body, name)
            return try write(JSONStandIns.standIn(for: valueText, &standIns), valueCells, &body, value)
        }
        if let key = rule.key(in: nameText) {
            try write("\(rule.name)[\(standIns.text(key))]", nameCells, &body, name)
        }
        let other: String =
            switch rule.value {
            case _ where isKept(rule): valueText
            case .integer: standIns.number(valueText)
            default: JSONStandIns.standIn(for: valueText, &standIns)
            }
        try write(other, valueCells, &body, value)
    }

    /// A byte of a text, and its range in the form, which is three bytes long if it is escaped.
    private typealias Cell = (byte: UInt8, range: Range<Int>)

    private static func cells(_ body: [UInt8], _ range: Range<Int>) -> [Cell] {
        var cells: [Cell] = []
        var place = range.lowerBound
        while place < range.upperBound {
            var length = 1
            var byte = body[place] == UInt8(ascii: "+") ? UInt8(ascii: " ") : body[place]
            if byte == UInt8(ascii: "%"), place + 2 < range.upperBound, let high = digit(body[place + 1]),
                let low = digit(body[place + 2])
            {
                (byte, length) = (high << 4 | low, 3)
            }
            cells.append((byte, place..<place + length))
            place += length
        }
        return cells
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    private static func text(_ cells: [Cell], _ range: Range<Int>) throws(RecordingFault) -> String {
        guard let text = String(validating: cells.map(\.byte), as: UTF8.self) else {
            throw RecordingFault("a text that is not UTF-8", at: range.lowerBound)
        }
        return text
    }

    /// Writes a text of the same length over another, each byte with the escape of its predecessor.
    private static func write(
        _ text: String, _ cells: [Cell], _ body: inout [UInt8], _ range: Range<Int>
    ) throws(RecordingFault) {
        let bytes = Array(text.utf8)
        guard bytes.count == cells.count else {
            throw RecordingFault("a stand-in of another length", at: range.lowerBound)
        }
        for (cell, byte) in zip(cells, bytes) where cell.byte != byte {
            if cell.range.count == 1 {
                body[cell.range.lowerBound] = byte
                continue
            }
            // A hexadecimal letter keeps the case that the writer uses.
            let isLower = body[cell.range].contains { UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
            let digits = Array((isLower ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
            body[cell.range.lowerBound + 1] = digits[Int(byte >> 4)]
            body[cell.range.lowerBound + 2] = digits[Int(byte & 15)]
        }
    }
}
