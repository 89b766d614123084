// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP

/// The contents in bodies that are polled: texts in a JSON string, which are read as those of a WebSocket are.
struct PolledContents {
    /// A content, and where its string stands.
    struct Content {
        /// Its packet, by its place in the reply.
        let packet: Int
        let objectName: ObjectName
        let value: Range<Int>
        /// Where it lies among the texts.
        let range: Range<Int>
    }

    private(set) var contents: [Content] = []
    /// The texts without their escapes, one behind the other.
    private(set) var texts: [UInt8] = []
    /// How many contents are looked for.
    private let most: Int

    init(most: Int) {
        self.most = most
    }

    /// Finds the contents of a body, those of messages in it too; the schemas are not nested in themselves.
    mutating func find(
        _ bytes: [UInt8], _ object: Range<Int>, _ type: any ProtobufMessage.Type, packet: Int, depth: Int = 0
    ) {
        guard depth < 8, bytes[object].first == 0x7b else { return }
        let places = JSONPlaces(in: bytes.span, object, most: most).parts
        func member(_ name: String) -> Range<Int>? { places.last { $0.name.utf8.elementsEqual(name.utf8) }?.value }
        func text(_ range: Range<Int>) -> String? {
            (try? RawJSON(parsing: bytes.span.extracting(range)))?.string
        }
        if type.fields.contains(where: { $0.name == "classname" }), contents.count < most,
            let name = member("classname").flatMap(text), let value = member("content"), let content = text(value)
        {
            let start = texts.count
            texts += Array(content.utf8)
            contents.append(
                Content(
                    packet: packet, objectName: ObjectName(rawValue: name), value: value, range: start..<texts.count))
        }
        for field in type.fields {
            guard case .message(let inner) = field.kind, let value = member(field.name) else { continue }
            let isList = bytes[value].first == 0x5b
            let elements = isList ? JSONPlaces(in: bytes.span, value, most: most).parts.map(\.value) : [value]
            for element in elements { find(bytes, element, inner, packet: packet, depth: depth + 1) }
        }
    }
}

extension RMTPInspection {
    /// Lets the contents of a reply be read, shows them without their escapes, and tells what is wrong with them.
    ///
    /// - Returns: for each packet that has contents, a line for people.
    func open(_ polled: PolledContents, _ part: inout InspectedPart) -> [Int: String] {
        guard !polled.contents.isEmpty else { return [:] }
        let fields = ContentFields(polled.texts, options)
        let annotations = polled.contents.filter { !$0.range.isEmpty }
            .map { fields.annotation($0.range, $0.objectName) }
        part.hidden = HiddenBytes("without the escapes of their strings", polled.texts, annotations)
        var lines: [Int: [String]] = [:]
        for content in polled.contents {
            lines[content.packet, default: []].append(read(content, polled.texts, &part) ?? "a content that is refused")
        }
        return lines.mapValues { $0.count == 1 ? $0[0] : Words.count($0.count, "message") }
    }

    private func read(_ content: PolledContents.Content, _ texts: [UInt8], _ part: inout InspectedPart) -> String? {
        do throws(DecodeError) {
            let decoded = try ContentRegistry.builtIn.decode(
                content.objectName, texts.span.extracting(content.range), mode: options.mode)
            for deviation in decoded.deviations {
                var finding = finding(.deviation, deviation.id.description, deviation.offset, content, part)
                finding.path = deviation.path
                finding.next = RMTPFaultText.behindDeviation
                part.findings.append(finding)
            }
            return RMTPPacketText.line(decoded.content)
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

    /// Something at a place in a content: its string is in the reply, the place among the texts.
    private func finding(
        _ severity: Finding.Severity, _ code: String, _ offset: Int, _ content: PolledContents.Content,
        _ part: InspectedPart
    ) -> Finding {
        var finding = Finding(severity, code, at: content.value.lowerBound)
        let inner = content.range.lowerBound + offset
        finding.inner = inner
        let last = max(content.range.upperBound - 1, 0)
        finding.field = part.hidden?.fields.fields(at: min(inner, last)) ?? []
        return finding
    }
}
