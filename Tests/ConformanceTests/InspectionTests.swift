// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireSpec
import Testing

@Suite("Inspection of streams")
struct InspectionTests {
    /// Returns all parts of a stream.
    static func parts(
        _ bytes: [UInt8], _ options: ChatInspection.Options
    ) -> (parts: [InspectedPart], summary: InspectionSummary) {
        var parts: [InspectedPart] = []
        let summary = ChatInspection.inspect(bytes, options) { parts.append($0) }
        return (parts, summary)
    }

    /// Returns a description of the first place where annotations, at any level, do not cover a range exactly once.
    static func gap(_ annotations: [Annotation], in range: Range<Int>) -> String? {
        var place = range.lowerBound
        for annotation in annotations {
            guard annotation.range.lowerBound == place, !annotation.range.isEmpty else {
                return "\(annotation.field) at \(annotation.range), where \(place) was next"
            }
            if !annotation.parts.isEmpty, let gap = gap(annotation.parts, in: annotation.range) { return gap }
            place = annotation.range.upperBound
        }
        return place == range.upperBound ? nil : "\(place) is followed by no field up to \(range.upperBound)"
    }

    /// Returns a description of the first byte that the annotations of a stream omit or repeat.
    static func gap(_ parts: [InspectedPart], of count: Int) -> String? {
        var place = 0
        for part in parts {
            guard part.range.lowerBound == place else { return "\(part.form) \(part.number) begins at \(part.range)" }
            if let gap = gap(part.fields, in: part.range) { return "\(part.form) \(part.number): \(gap)" }
            if let hidden = part.hidden, let gap = gap(hidden.fields, in: 0..<hidden.bytes.count) {
                return "inside \(part.form) \(part.number): \(gap)"
            }
            place = part.range.upperBound
        }
        return place == count ? nil : "nothing behind \(place) of \(count)"
    }

    /// The streams of the suite, each with its modes.
    private static let streams: [(item: Case, mode: DecodingMode)] =
        ((try? library.get().cases) ?? [])
        .filter { $0.operation == .frameDecode || $0.operation == .chatDecode }
        .flatMap { item in item.input.modes.map { (item, $0) } }

    @Test("Every byte is annotated once, and errors have a field, an existing rule and the next step")
    func coverage() throws {
        #expect(Self.streams.count >= 500)
        var codes: Set<String> = []
        var cited: Set<String> = []
        for (item, mode) in Self.streams {
            let options = try #require(ChatInspection.Options(request: item.input.members, mode: mode))
            let parts = Self.parts(item.input.bytes, options).parts
            let gap = Self.gap(parts, of: item.input.bytes.count)
            #expect(gap == nil, "\(item.id), \(mode): \(gap ?? "")")
            for part in parts { Self.collect(part.fields + (part.hidden?.fields ?? []), into: &cited) }
            for finding in parts.flatMap(\.findings) {
                #expect(!finding.field.isEmpty && finding.next != nil, "\(item.id): \(finding.code)")
                if finding.severity == .fault {
                    codes.insert(finding.code)
                    cited.insert(try #require(finding.requirement, "\(item.id): \(finding.code)"))
                } else {
                    #expect(SpecDeviation.named(finding.code) != nil, "\(item.id): \(finding.code)")
                }
            }
        }
        // All codes except the one that depends on time.
        #expect(codes.filter { $0.hasPrefix("frame.") }.count >= 22, "\(codes.sorted())")
        #expect(cited.count >= 40)
        for id in cited { #expect(SpecRequirement.named(id) != nil, "\(id)") }
    }

    static func collect(_ annotations: [Annotation], into cited: inout Set<String>) {
        for annotation in annotations {
            if let requirement = annotation.requirement { cited.insert(requirement) }
            collect(annotation.parts, into: &cited)
        }
    }

    @Test("Errors, kinds and deviations equal those of the decoders, with their offsets")
    func agreement() throws {
        var compared = 0
        // Cases with times are excluded, because fragments may expire and an inspection has no clock.
        for (item, mode) in Self.streams
        where item.operation == .chatDecode && item.input.pieces.allSatisfy({ $0.at == nil }) {
            let options = try #require(ChatInspection.Options(request: item.input.members, mode: mode))
            let found = Self.parts(item.input.bytes, options).parts
            var request = "{\"op\":\"chat.decode\",\"mode\":\"\(mode.rawValue)\",\"chunks\":[\""
            request += Base64.encode(item.input.bytes) + "\"]"
            for (name, value) in item.input.members { request += ",\"\(name)\":\(value.text)" }
            let answer = CodecTestee().answer(line: Array((request + "}").utf8).span)
            let items = try #require(try RawJSON(parsing: answer.span)["ok"]?["items"]?.elements, "\(item.id)")
            let faults = items.compactMap { $0["error"] }.map { error in
                "\(error["code"]?.string ?? "") \(error["offset"]?.text ?? "") \(error["inner"]?.text ?? "-")"
                    + " \(error["scope"]?.string ?? "") \(error["path"]?.string ?? "")"
            }
            let told = found.flatMap(\.findings).filter { $0.severity == .fault }.map { finding in
                "\(finding.code) \(finding.offset) \(finding.inner.map(String.init) ?? "-")"
                    + " \(finding.scope?.rawValue ?? "") \(finding.path)"
            }
            #expect(told.sorted() == faults.sorted(), "\(item.id), \(mode)")
            let kinds = items.compactMap { $0["kind"]?.string }
            #expect(found.flatMap(\.items).map(\.kind) == kinds, "\(item.id), \(mode)")
            let deviations = items.compactMap { $0["deviations"]?.elements?.compactMap(\.string) }
            #expect(found.flatMap(\.items).map(\.deviations) == deviations, "\(item.id), \(mode)")
            compared += 1
        }
        #expect(compared >= 300)
    }
}
