// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import TextSupport

/// The bodies and message contents that a reply holds inside strings, which are read like those of a WebSocket.
struct PolledContents {
    /// A body or a content, without the escapes of the string that holds it.
    struct Text {
        /// The kind of the text.
        let kind: Kind
        /// The index of the packet in the reply.
        let packet: Int
        /// The range in the reply of the string that holds the text or the body that contains it.
        let value: Range<Int>
        /// The range of the text in the concatenated texts.
        let range: Range<Int>
    }

    enum Kind {
        /// The JSON of `data`; the type is nil if the message is unknown.
        case body((any ProtobufMessage.Type)?)
        case content(ObjectName)
    }

    /// The bodies and contents, in order.
    private(set) var parts: [Text] = []
    /// The concatenated bytes of the bodies and contents.
    private(set) var texts: [UInt8] = []
    /// The maximum number of bodies and contents.
    private let most: Int

    init(most: Int) {
        self.most = most
    }

    /// Adds the body that the string at `value` holds, and the contents in it.
    mutating func add(_ body: RawJSON, _ type: (any ProtobufMessage.Type)?, packet: Int, at value: Range<Int>) {
        guard parts.count < most else { return }
        let text = Array(body.text.utf8)
        add(.body(type), text, packet, value)
        if let type { find(text, 0..<text.count, type, packet: packet, in: value) }
    }

    /// Adds the contents in a body, including those of messages in it; the schemas are not recursive.
    ///
    /// - Parameter string: the range in the reply of the string that holds `bytes`; nil if `bytes` are the reply.
    mutating func find(
        _ bytes: [UInt8], _ object: Range<Int>, _ type: any ProtobufMessage.Type, packet: Int,
        in string: Range<Int>? = nil, depth: Int = 0
    ) {
        guard depth < 8, bytes[object].first == UInt8(ascii: "{") else { return }
        let places = JSONPlaces(in: bytes.span, object, most: most).parts
        func member(_ name: String) -> Range<Int>? { places.last { $0.name.equals(name) }?.value }
        func text(_ range: Range<Int>) -> String? {
            (try? RawJSON(parsing: bytes.span.extracting(range)))?.string
        }
        if type.fields.contains(where: { $0.name == "classname" }), parts.count < most,
            let name = member("classname").flatMap(text), let value = member("content"), let content = text(value)
        {
            add(.content(ObjectName(rawValue: name)), Array(content.utf8), packet, string ?? value)
        }
        for field in type.fields {
            guard case .message(let inner) = field.kind, let value = member(field.name) else { continue }
            let isList = bytes[value].first == UInt8(ascii: "[")
            let elements = isList ? JSONPlaces(in: bytes.span, value, most: most).parts.map(\.value) : [value]
            for element in elements {
                find(bytes, element, inner, packet: packet, in: string, depth: depth + 1)
            }
        }
    }

    private mutating func add(_ kind: Kind, _ text: [UInt8], _ packet: Int, _ value: Range<Int>) {
        let start = texts.count
        texts += text
        parts.append(Text(kind: kind, packet: packet, value: value, range: start..<texts.count))
    }
}

extension RMTPInspection {
    /// Adds what a reply holds inside strings to a part, decodes the contents, and adds their findings.
    ///
    /// - Returns: a description in one line for each packet that has contents, keyed by the index of the packet.
    func open(_ polled: PolledContents, _ part: inout InspectedPart) -> [Int: String] {
        guard !polled.parts.isEmpty else { return [:] }
        let contents = ContentFields(polled.texts, options)
        let objects = ObjectFields(polled.texts, valueBytes: options.valueBytes, most: options.parts)
        let annotations = polled.parts.filter { !$0.range.isEmpty }.map { text in
            switch text.kind {
            case .content(let name): return contents.annotation(text.range, name)
            case .body(let type):
                var body = Annotation(text.range, "data", objects.text(text.range), "RMTP-095")
                body.meaning = type?.messageName
                body.parts = members(polled.texts, text.range, text.range, type, objects)
                return body
            }
        }
        part.hidden = HiddenBytes("without the escapes of their strings", polled.texts, annotations)
        var lines: [Int: [String]] = [:]
        for text in polled.parts {
            guard case .content(let name) = text.kind else { continue }
            let line = read(text, name, polled.texts, &part) ?? "a rejected content"
            lines[text.packet, default: []].append(line)
        }
        return lines.mapValues { $0.count == 1 ? $0[0] : Words.count($0.count, "message") }
    }

    private func read(
        _ content: PolledContents.Text, _ name: ObjectName, _ texts: [UInt8], _ part: inout InspectedPart
    ) -> String? {
        do throws(DecodeError) {
            let decoded = try ContentRegistry.builtIn.decode(
                texts.span.extracting(content.range), as: name, mode: options.mode)
            for deviation in decoded.deviations {
                var finding = finding(.deviation, deviation.id.description, deviation.offset, content, part)
                finding.path = deviation.path
                finding.next = RMTPFaultText.behindDeviation
                part.findings.append(finding)
            }
            return RMTPPacketText.line(decoded.value)
        } catch {
            var finding = finding(.fault, error.code.rawValue, error.offset, content, part)
            finding.path = error.path
            finding.scope = .message
            finding.next = RMTPFaultText.behindContent
            finding.requirement = FaultText.requirement(error.code, at: 0)
            part.findings.append(finding)
            return nil
        }
    }

    /// Returns a finding in a content.
    ///
    /// The offset is that of the string in the reply, and the inner offset is relative to the concatenated texts.
    private func finding(
        _ severity: InspectionFinding.Severity, _ code: String, _ offset: Int, _ content: PolledContents.Text,
        _ part: InspectedPart
    ) -> InspectionFinding {
        var finding = InspectionFinding(severity: severity, code: code, offset: content.value.lowerBound)
        let inner = content.range.lowerBound + offset
        finding.inner = inner
        let last = max(content.range.upperBound - 1, 0)
        finding.field = part.hidden?.fields.fields(at: min(inner, last)) ?? []
        return finding
    }
}
