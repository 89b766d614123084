// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

@Suite("Inspection of the lesson and of annotated packets")
struct InspectionLessonTests {
    private static func stream(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: "Fixtures/streams/\(name)")))
    }

    /// Returns annotations with their nested annotations, in order.
    private static func all(_ annotations: [Annotation]) -> [Annotation] {
        annotations.flatMap { [$0] + all($0.parts) }
    }

    @Test("The inspected fields of the lesson equal those of the script that generated it")
    func lesson() throws {
        let bytes = try Self.stream("lesson.bin")
        let (parts, summary) = InspectionTests.parts(bytes, ChatInspection.Options(.packet))
        #expect(InspectionTests.gap(parts, of: bytes.count) == nil)
        let found = Dictionary(
            grouping: Self.all(parts.flatMap(\.fields)), by: { "\($0.range.lowerBound) \($0.range.count)" })
        let text = try Self.stream("lesson.json")
        let json = try RawJSON(parsing: text.span)
        let fields = try #require(json["fields"]?.elements)
        #expect(fields.count == 96)
        for field in fields {
            let place = "\(field["offset"]?.text ?? "") \(field["length"]?.text ?? "")"
            let names = (found[place] ?? []).map(\.field)
            #expect(names.contains(field["name"]?.string ?? ""), "at \(place) stands \(names)")
        }
        #expect(summary.faults == 0 && summary.deviations == 0 && summary.notes.isEmpty)
    }

    @Test("The lesson's picture is joined, inflated and decoded")
    func picture() throws {
        let parts = InspectionTests.parts(try Self.stream("lesson.bin"), ChatInspection.Options(.packet)).parts
        #expect(parts.map(\.title).suffix(2).first == "message, deflated, part 3 of 3")
        let hidden = try #require(parts[5].hidden)
        #expect(hidden.bytes.count == 1076)
        #expect(hidden.origin == "joined from packets 3, 5, 6 and inflated from 747 bytes (69%)")
        let message = try ChatMessage(json: hidden.bytes)
        let content = try #require(try message.rongCloudContent()?.content)
        #expect(content.objectName.rawValue == "RC:ImgMsg")
        #expect(
            parts.flatMap(\.items).map(\.kind) == [
                "login", "heartbeat", "heartbeat", "normal", "normal", "repeal", "system",
            ])
        let nickname = Self.all(hidden.fields).first { $0.field == "nickName" }
        #expect(nickname?.value == "\"小明\"" && nickname?.requirement == "CHT-010")
    }

    @Test("The wrong byte of the corrupted lesson is reported with its correct value")
    func corrupted() throws {
        let right = try Self.stream("lesson.bin")
        let wrong = try Self.stream("lesson-corrupted.bin")
        let places = right.indices.filter { right[$0] != wrong[$0] }
        #expect(places.count == 1 && right.count == wrong.count)
        let (parts, summary) = InspectionTests.parts(wrong, ChatInspection.Options(.packet))
        let first = try #require(summary.first)
        #expect(first.code == "frame.checksum" && first.scope == .message && first.requirement == "FRM-040")
        let suspect = try #require(first.suspect)
        #expect(suspect.offset == places[0])
        #expect(suspect.found == wrong[places[0]] && suspect.right == right[places[0]])
        #expect(first.remarks.contains { $0.contains("does not locate") })
        #expect(parts.last?.items.count == 3, "the batch behind it is read")
        #expect(summary.notes.contains { $0.contains("packets 3, 6 with") })
    }

    @Test("Each single wrong byte of a packet is reported directly or as the only suspect of a checksum")
    func everyByte() throws {
        let bytes = Array(try Self.stream("lesson.bin").prefix(104))
        for place in bytes.indices {
            for change in [UInt8(0x01), 0x80, 0xff] {
                var wrong = bytes
                wrong[place] ^= change
                let first = InspectionTests.parts(wrong, ChatInspection.Options(.packet)).summary.first
                let named = first.map { $0.suspect?.offset ?? $0.offset }
                #expect(named == place, "byte \(place): \(first?.code ?? "no fault")")
                if let suspect = first?.suspect { #expect(suspect.right == bytes[place]) }
            }
        }
    }

    @Test("Two wrong bytes have no suspect")
    func twoBytes() throws {
        var bytes = Array(try Self.stream("lesson.bin").prefix(104))
        bytes[30] ^= 1
        bytes[90] ^= 1
        let first = InspectionTests.parts(bytes, ChatInspection.Options(.packet)).summary.first
        #expect(first?.code == "frame.checksum" && first?.suspect == nil)
    }

    @Test("The lines of the lesson are decoded")
    func lines() throws {
        let bytes = try Self.stream("lesson-lines.txt")
        let detection = FramingDetection(bytes)
        #expect(detection.framing == .line(.lf, .base64))
        let (parts, summary) = InspectionTests.parts(bytes, ChatInspection.Options(detection.framing))
        #expect(InspectionTests.gap(parts, of: bytes.count) == nil)
        #expect(
            parts.map(\.title) == [
                "a message", "a message", "empty, skipped", "a message", "an array of 2 messages",
            ])
        #expect(summary.messages == 5 && summary.faults == 0 && summary.deviations == 0)
    }

    @Test("Annotated packets and the inspection report the same header fields and cover the same bytes")
    func packets() throws {
        let folder = root.appending(path: "Fixtures/packets")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(names.count >= 12)
        for name in names {
            let text = Array(try Data(contentsOf: folder.appending(path: name)))
            let json = try RawJSON(parsing: text.span)
            let digits = Array((json["hex"]?.string ?? "").utf8.filter { $0 != 0x20 })
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
            }
            let parts = InspectionTests.parts(bytes, ChatInspection.Options(.packet)).parts
            #expect(InspectionTests.gap(parts, of: bytes.count) == nil, "\(name)")
            let ours = Self.all(parts.flatMap(\.fields))
            for field in json["fields"]?.elements ?? [] {
                let known = [
                    "magic", "version", "header length", "type", "reserved", "flags", "sequence number",
                    "payload length", "header check", "checksum", "index", "count", "total", "number of messages",
                    "length before compression", "zlib header",
                ]
                let title = (field["name"]?.string ?? "").split(separator: ": ").last.map(String.init) ?? ""
                let place = field["offset"]?.number?.int64.map { Int($0) } ?? -1
                let length = field["length"]?.number?.int64.map { Int($0) } ?? -1
                guard known.contains(title), let end = parts.last(where: { $0.range.contains(place) }) else { continue }
                // Bytes after a fault that ends the connection have no field names.
                if end.fields.contains(where: { $0.field == "not read" && $0.range.contains(place) }) { continue }
                #expect(
                    ours.contains { $0.field == title && $0.range == place..<place + length },
                    "\(name): \(title) at \(place)")
            }
        }
    }
}
