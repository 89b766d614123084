// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing
import TextSupport

@Suite("Inspection of hostile streams")
struct InspectionHostileTests {
    /// A small random number generator with a seed, so that failures can be reproduced.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return mixed ^ mixed >> 31
        }
    }

    private static let framings: [StreamFraming] =
        ChatLineDelimiter.allCases.flatMap { [.line($0, .base64), .line($0, .json)] } + [.packet]

    static func mutated(_ bytes: [UInt8], _ random: inout Generator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(place..<min(place + Int.random(in: 1...40, using: &random), bytes.count))
            case 3: bytes.insert(contentsOf: bytes[..<min(place, 60)], at: place)
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return bytes
    }

    /// Returns the bytes with corrected checksums, so that the code after the checksum checks is reached.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var place = 0
        while place + 24 <= bytes.count, bytes[place] == 0xfa {
            let length = bytes[(place + 12)..<(place + 16)].reduce(0) { $0 << 8 | Int($1) }
            let end = place + Int(bytes[place + 3]) + length
            guard end <= bytes.count, let checks = PacketChecks(of: bytes.span, in: place..<end) else { break }
            for index in 0..<4 {
                bytes[place + 16 + index] = UInt8(truncatingIfNeeded: checks.header >> (24 - UInt32(index) * 8))
                bytes[place + 20 + index] = UInt8(truncatingIfNeeded: checks.packet >> (24 - UInt32(index) * 8))
            }
            place = max(end, place + 24)
        }
        return bytes
    }

    @Test("Mutated streams are annotated completely in every framing and both modes", arguments: 0..<8)
    func mutations(seed: Int) throws {
        var random = Generator(state: UInt64(seed))
        let folder = root.appending(path: "Fixtures/streams")
        let seeds = try ["lesson.bin", "lesson-lines.txt"].map {
            Array(try Data(contentsOf: folder.appending(path: $0)))
        }
        let json = Array(#"[{"messageType":"login","fromUserID":"u1"},{"content":{"text":"你好"}},[1,{"a":[]}]]"#.utf8)
        for round in 0..<60 {
            var bytes = Self.mutated(([json, json + [0x0d, 0x0a]] + seeds)[round % 4], &random)
            if round % 2 == 0 { bytes = Self.repaired(bytes) }
            let framing = round % 4 == 2 ? .packet : Self.framings.randomElement(using: &random) ?? .packet
            var options = ChatInspection.Options(framing)
            options.mode = Bool.random(using: &random) ? .strict : .lenient
            options.isCut = Bool.random(using: &random)
            options.parts = Int.random(in: 1...4, using: &random)
            let found = InspectionTests.parts(bytes, options)
            let gap = InspectionTests.gap(found.parts, of: bytes.count)
            #expect(gap == nil, "seed \(seed), round \(round), \(framing): \(gap ?? "")")
            let text = InspectionText(AnnotationText(width: 80))
            for part in found.parts {
                #expect(!text.lines(part, of: bytes).isEmpty)
                #expect((try? RawJSON(text: InspectionJSON(isFull: false).part(part, of: bytes))) != nil)
            }
        }
    }

    @Test("Long texts and many members are shortened in the annotation, and every byte is covered")
    func long() {
        let members = (0..<500).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
        let text = "{\(members),\"long\":\"\(String(repeating: "山", count: 1000))\"}\n"
        let (parts, _) = InspectionTests.parts(Array(text.utf8), ChatInspection.Options(.line(.lf, .json)))
        #expect(InspectionTests.gap(parts, of: text.utf8.count) == nil)
        #expect(parts[0].fields[0].parts.count == 201)
        #expect(parts[0].fields[0].parts.last?.field == "more members")
    }

    @Test("The first byte determines the framing, and the first line end the delimiter")
    func detection() {
        func found(_ text: String) -> StreamFraming { FramingDetection(Array(text.utf8)).framing }
        #expect(FramingDetection([0xfa, 0xce]).framing == .packet)
        #expect(FramingDetection([0, 0x0a, 0x20, 0xfa]).framing == .packet)
        #expect(found("{}\n") == .line(.lf, .json))
        #expect(found(" [1]\r\n\n") == .line(.crlf, .json))
        #expect(found("e30=\r{") == .line(.cr, .base64))
        #expect(found("e30=\u{0}\n") == .line(.nul, .base64))
        #expect(found("e30=") == .line(.lf, .base64))
        #expect(found("e30=\r") == .line(.cr, .base64))
        #expect(found(" \n") == .line(.lf, .base64))
    }

    @Test("A Chinese character is two columns wide, and a combining accent none")
    func cells() {
        #expect(DisplayText.cells("abc") == 3)
        #expect(DisplayText.cells("小明，你好") == 10)
        #expect(DisplayText.cells("e\u{301}") == 1)
        #expect(DisplayText.cells("👍") == 2)
        #expect(DisplayText.pad("小明", 6) == "小明  ")
        #expect(DisplayText.clip("小明你好", 5) == "小明…")
        #expect(DisplayText.clip("小明", 4) == "小明")
        #expect(DisplayText.safe("a\u{1b}[31m\u{202e}b") == "a\\u{1b}[31m\\u{202e}b")
    }
}
