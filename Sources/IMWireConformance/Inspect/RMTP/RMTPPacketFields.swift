// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import Platform
import TextSupport

/// The annotations of the members after a packet's header, named by the layout where the decoder finds them.
///
/// The annotations check nothing: they end where the body ends too early, and name excess bytes as such.
struct RMTPPacketFields {
    /// The contents found in the body.
    private(set) var contents: [ProtobufFields.Content] = []
    /// The range of the packet's `data`, or nil if there is none.
    private(set) var data: Range<Int>?
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let options: RMTPInspection.Options
    private let body: RMTPBodies.Body

    /// Creates the annotations of the packet body at `range`; `body` describes the protobuf message in it.
    init(_ bytes: [UInt8], _ range: Range<Int>, _ options: RMTPInspection.Options, _ body: RMTPBodies.Body) {
        self.bytes = bytes
        self.range = range
        self.options = options
        self.body = body
    }

    /// Returns the members, which cover the body.
    mutating func annotations(_ header: RMTPHeader) -> [Annotation] {
        let layout = RMTPLayout.of(header.type)
        let read = TracedMember.read(header, bytes.span.extracting(range), options.format)
        var fields: [Annotation] = []
        for traced in read.members where !traced.range.isEmpty {
            guard let member = layout[traced.member] else { continue }
            let place = range.lowerBound + traced.range.lowerBound..<range.lowerBound + traced.range.upperBound
            var field: Annotation
            switch traced.form {
            case .rest: field = header.type.hasLayout ? rest(place) : unknown(place)
            case .text: field = text(place, member, isQuery: header.type == .query)
            case .number: field = number(place, member)
            case .cut: field = cut(place, member)
            }
            if let announcing = layout[.flags], member.announcedBy != 0, announcing.isIn(options.format) {
                field.requirement = announcing.requirement
            }
            fields.append(field)
        }
        let end = fields.last?.range.upperBound ?? range.lowerBound
        if end < range.upperBound { fields.append(left(end..<range.upperBound, header, read.isWhole)) }
        return fields
    }

    /// Returns the annotation of the bytes that the decoder did not read.
    private func left(_ place: Range<Int>, _ header: RMTPHeader, _ isWhole: Bool) -> Annotation {
        if isWhole { return Annotation(place, "left over", "bytes after the last field", "RMTP-043") }
        return RMTPHeader.fit(header.type, options.format.direction) == .refused
            ? Annotation(place, "not read", "such packets are sent only by the service", "RMTP-045")
            : Annotation(place, "not read", "not read, after a rejected field", "RMTP-002")
    }

    private func unknown(_ place: Range<Int>) -> Annotation {
        Annotation(place, "data", "\(Words.count(place.count, "byte")) without a known layout", "RMTP-013")
    }

    // MARK: Members

    private func number(_ place: Range<Int>, _ member: RMTPLayout.Member) -> Annotation {
        let number = bytes[place].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var field = Annotation(place, member.id.name, String(number), member.requirement)
        field.meaning = member.isTime ? RMTPPacketFields.date(number) : RMTPStatusText.meaning(number, member.registry)
        for bit in member.bits where number & UInt64(bit.mask) != 0 {
            field.details.append("\(Words.hex(bit.mask)) \(bit.meaning)")
        }
        return field
    }

    /// Returns the annotation of an incomplete number, or of an incomplete length of a string.
    private func cut(_ place: Range<Int>, _ member: RMTPLayout.Member) -> Annotation {
        let width = if case .number(let bytes) = member.kind { bytes } else { 2 }
        let value = "only \(place.count) of \(Words.count(width, "byte"))"
        var field = Annotation(place, member.id.name, value, member.requirement)
        if member.kind == .text { field.parts = [Annotation(place, "length", value, "RMTP-021")] }
        return field
    }

    /// Returns the annotation of a string, which consists of its length and its text (RMTP-021).
    private func text(_ place: Range<Int>, _ member: RMTPLayout.Member, isQuery: Bool) -> Annotation {
        let start = place.lowerBound + 2
        let length = bytes[place.lowerBound..<start].reduce(0) { $0 << 8 | Int($1) }
        let text = start..<place.upperBound
        var field = Annotation(place, member.id.name, "\"\"", member.requirement)
        field.parts = [Annotation(place.lowerBound..<start, "length", Words.count(length, "byte"), "RMTP-021")]
        if length > 0 {
            field.value =
                text.count < length
                ? "only \(text.count) of \(Words.count(length, "byte"))" : RMTPPacketFields.text(bytes[text])
            if text.isEmpty { field.value = Words.count(length, "byte") }
        }
        if !text.isEmpty { field.parts.append(Annotation(text, "text", field.value, "RMTP-022")) }
        if member.id == .topic, text.count == length {
            let name = String(decoding: bytes[text], as: UTF8.self)
            field.meaning = RMTPBodies.meaning(name, isQuery: isQuery) ?? "not in the registry"
        }
        return field
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        // Characters beyond the BMP may be encoded as two surrogates of three bytes (RMTP-022). Neither these nor
        // ill-formed bytes are shown as text.
        if let text = String(validating: bytes, as: UTF8.self) { return "\"\(DisplayText.clip(text, 200))\"" }
        return Words.count(bytes.count, "byte")
    }

    /// Returns the annotation of the data: a protobuf message of the topic's type or of unknown type (RMTP-060).
    private mutating func rest(_ place: Range<Int>) -> Annotation {
        data = place
        var fields = ProtobufFields(bytes, options)
        let size = Words.count(place.count, "byte")
        var whole = Annotation(place, "data", "", "RMTP-060")
        if let type = body.type {
            whole.value = "\(type.messageName), a protobuf message of \(size)"
            whole.parts = fields.annotations(place, type)
        } else if fields.isMessage(place) {
            whole.value = "a protobuf message of \(size)"
            whole.meaning =
                "of an unknown type, so its fields have numbers" + (body.topic == nil ? "; --topic names it" : "")
            whole.parts = fields.annotations(place, nil)
        } else {
            whole.value = "\(size), not a protobuf message"
        }
        contents = fields.contents
        return whole
    }

    /// Returns a time in seconds since 1970 as a date.
    private static func date(_ seconds: UInt64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
