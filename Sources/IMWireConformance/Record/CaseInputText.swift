// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// The input of a case as lines for human readers: annotated bytes of streams, contents, or events of sessions.
struct CaseInputText {
    private let item: Case
    private let mode: DecodingMode

    /// The maximum number of lines, and the maximum number of bytes of an input that is inspected.
    private static let mostLines = 400
    private static let mostBytes = 16 << 10
    private static let width = 120

    init(_ item: Case, _ mode: DecodingMode) {
        self.item = item
        self.mode = mode
    }

    /// Returns the lines, which point at the offsets that the expectation or the answer names.
    func lines(pointingAt offsets: [Int]) -> [String] {
        let all = everything(Set(offsets))
        guard all.count > CaseInputText.mostLines else { return all }
        return all.prefix(CaseInputText.mostLines) + ["… \(all.count - CaseInputText.mostLines) more lines"]
    }

    private func everything(_ offsets: Set<Int>) -> [String] {
        let input = item.input
        switch item.operation {
        case .frameDecode, .chatDecode: return chat() ?? bytes(offsets)
        case .rmtpDecode: return packets() ?? bytes(offsets)
        case .sessionRun: return (input.member("events")?.elements ?? []).enumerated().map(event)
        case .decode, .roundtrip, .bodyDecode, .navigationDecode, .requestDecode, .formDecode,
            .replyDecode:
            return bytes(offsets)
        case .describe: return input.hasBytes ? bytes(offsets) : []
        case .encode: return arrived + [JSONLine.compact(input.value ?? .null)]
        default:
            return input.members.map { "\($0.name): \(DisplayText.clip(JSONLine.compact($0.value), 4_000))" }
        }
    }

    /// The content to which the members of a value are assigned, if there is one (TST-213).
    private var arrived: [String] {
        guard let from = item.input.member("from")?.string else { return [] }
        let text = Base64.decode(from).flatMap { String(validating: $0, as: UTF8.self) }
        guard let text, text.unicodeScalars.allSatisfy(DisplayText.isSafe) else { return ["from: \(from), in Base64"] }
        return ["from: \(text)"]
    }

    private func event(_ index: Int, _ event: RawJSON) -> String {
        let members = (event.members ?? []).filter { $0.name != "at" && $0.name != "event" }
        let rest = members.map { "\($0.name) \(JSONLine.compact($0.value))" }.joined(separator: "  ")
        return "\(index): at \(event["at"]?.text ?? "?")  \(event["event"]?.string ?? "?")  \(rest)"
    }

    // MARK: Streams

    private var text: InspectionText { InspectionText(AnnotationText(width: CaseInputText.width)) }

    private func chat() -> [String]? {
        let bytes = item.input.bytes
        guard bytes.count <= CaseInputText.mostBytes,
            var options = ChatInspection.Options(request: item.input.members, mode: mode)
        else { return nil }
        if item.operation == .frameDecode { options.framing = .packet }
        var lines: [String] = []
        _ = ChatInspection.inspect(bytes, options) { lines += text.lines($0, of: bytes) }
        return lines
    }

    private func packets() -> [String]? {
        let input = item.input
        guard input.bytes.count <= CaseInputText.mostBytes,
            let options = RMTPInspection.Options(request: input.members, mode: mode)
        else { return nil }
        var inspection = RMTPInspection(options)
        var lines: [String] = []
        if options.framing == .tcp {
            guard (try? inspection.stream(input.bytes, { lines += text.lines($0, of: input.bytes) })) != nil else {
                return nil
            }
            return lines
        }
        var start = 0
        for piece in input.pieces {
            let message = Array(input.bytes[start..<piece.end])
            start = piece.end
            lines += text.lines(inspection.next(message), of: message)
        }
        return lines
    }

    // MARK: Bytes

    private func bytes(_ offsets: Set<Int>) -> [String] {
        let bytes = item.input.bytes
        guard bytes.count <= 2_048, let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy(DisplayText.isSafe)
        else { return dump(bytes, offsets) }
        var lines = [text]
        for offset in offsets.sorted() where offset <= bytes.count {
            let before = String(decoding: bytes[..<offset], as: UTF8.self)
            lines.append(String(repeating: " ", count: DisplayText.cells(before)) + "^ byte \(offset)")
        }
        return lines
    }

    /// Returns the bytes, 16 per row: the first rows, and those around the offsets to point at.
    private func dump(_ bytes: [UInt8], _ offsets: Set<Int>) -> [String] {
        let rows = (bytes.count + 15) / 16
        var shown = Set(0..<min(rows, 16))
        for offset in offsets where offset <= bytes.count {
            shown.formUnion(max(0, offset / 16 - 1)..<min(rows, offset / 16 + 2))
        }
        var lines: [String] = []
        var next = 0
        for row in shown.sorted() {
            if row > next { lines.append("… \(Words.count((row - next) * 16, "byte"))") }
            next = row + 1
            let part = bytes[row * 16..<min(bytes.count, row * 16 + 16)]
            let hex = part.indices.map { (offsets.contains($0) ? ">" : " ") + Words.hex(part[$0]) }.joined()
            let characters = String(part.map { $0.isPrintableASCII ? Character(UnicodeScalar($0)) : "." })
            lines.append("\(Words.offset(row * 16))  \(DisplayText.pad(hex, 48))  \(characters)")
        }
        if next < rows { lines.append("… \(Words.count(bytes.count - next * 16, "byte"))") }
        return lines
    }
}
