// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues
import TextSupport

/// The annotations of one message and its members.
struct MessageFields {
    private let bytes: [UInt8]
    private let message: UnitReading.Message
    private let options: ChatInspection.Options
    private let fields: ObjectFields

    init(_ bytes: [UInt8], _ message: UnitReading.Message, _ options: ChatInspection.Options) {
        self.bytes = bytes
        self.message = message
        self.options = options
        fields = ObjectFields(bytes, valueBytes: options.valueBytes, most: options.parts)
    }

    /// Returns the annotation of the message in `range`; `object` is its range without surrounding bytes.
    func annotation(_ range: Range<Int>, _ field: String, object: Range<Int>? = nil) -> Annotation {
        let first = bytes[object ?? range].first { !Words.isSpace($0) }
        guard first == UInt8(ascii: "{") else {
            let isHeartbeat = message.item.kind == .heartbeat
            return Annotation(
                range, isHeartbeat ? "heartbeat" : field,
                isHeartbeat ? text(range) : "\(Words.count(range.count, "byte")) that are no object",
                isHeartbeat ? "CHT-030" : "CHT-001")
        }
        let value = message.fault == nil ? MessageText(message.item).line : "refused"
        var annotation = Annotation(range, field, value, message.fault == nil ? "CHT-003" : nil)
        annotation.parts = members(range, object ?? range, in: [])
        return annotation
    }

    private func members(_ range: Range<Int>, _ object: Range<Int>, in path: [String]) -> [Annotation] {
        fields.members(range, object) { member($0, $1, path) }
    }

    private func member(_ place: JSONPlaces.Part, _ range: Range<Int>, _ path: [String]) -> Annotation {
        let entry = path.isEmpty ? MemberText.message[place.name] : MemberText.content[place.name]
        let isRongCloud = message.item.message?.objectName != nil
        var annotation = Annotation(range, place.name, text(place.value), entry?.requirement)
        if isRongCloud, !path.isEmpty { annotation.requirement = "CHT-025" }
        annotation.meaning =
            path.isEmpty || !isRongCloud
            ? (MemberText.meaning(of: place.name, bytes[place.value], path, message.item.message) ?? entry?.text) : nil
        if path.isEmpty, utf8(place.name, "content"), bytes[place.value].first == UInt8(ascii: "{") {
            annotation.value = message.item.message.map(MessageText.content) ?? Words.count(place.value.count, "byte")
            annotation.parts = members(range, place.value, in: ["content"])
            if !annotation.parts.isEmpty { annotation.meaning = nil }
        }
        return annotation
    }

    private func text(_ range: Range<Int>) -> String { fields.text(range) }

    private func utf8(_ one: String, _ other: String) -> Bool {
        one.equals(other)
    }
}
