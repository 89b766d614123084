// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireValues
import Testing

/// Tests that replays in this process agree with replays through request lines (TST-090, TST-091).
@Suite("Replays in the testee")
struct RereadingTests {
    /// A reader of records of three bytes that begin with 0x21, with one deliberate error.
    private struct Reader: PieceReader {
        enum Wrong: CaseIterable {
            case nothing, forgetsAcrossPieces, dropsLastByte, countsPieces, givesEarly, countsPending
        }

        private let wrong: Wrong
        private var kept: [UInt8] = []
        private var early = 0
        private var pieces = 0

        init(_ wrong: Wrong) { self.wrong = wrong }

        var pendingBytes: Int { wrong == .countsPending && pieces == 2 ? kept.count + 1 : kept.count }
        var counts: StreamCounts { StreamCounts(emptyLines: wrong == .countsPieces ? pieces : 0) }

        mutating func feed(_ bytes: Span<UInt8>, at time: Int64) {
            pieces += 1
            if wrong == .forgetsAcrossPieces, kept.count == 2 { kept = [] }
            for index in bytes.indices { kept.append(bytes[index]) }
            if wrong == .dropsLastByte, kept.count == 5 { kept.removeLast() }
        }

        mutating func finish() {}

        mutating func nextResult() -> Result<[UInt8], StreamFault>? {
            guard kept.count >= (wrong == .givesEarly && pieces == 2 ? 2 : 3) else { return nil }
            defer { kept.removeFirst(min(3, kept.count)) }
            return .success(Array(kept.prefix(3)))
        }
    }

    private func agrees(_ wrong: Reader.Wrong, chunks: String, items: Int, pending: Int) throws -> Bool {
        let file = """
            {"area":"framing/rereading","cases":[{"id":"a","title":"t","requirements":["FRM-001"],"level":"MUST",
            "op":"frame.decode","input":{"chunks":[\(chunks)]},"expect":[{"items":[],"pending":0}],"provenance":"t"}]}
            """
        let item = try #require(try CaseFile.cases(in: Array(file.utf8), file: "a.json").first)
        let list = Array(repeating: "{}", count: items).joined(separator: ",")
        let answer = try RawJSON(text: "{\"items\":[\(list)],\"pending\":\(pending)}")
        return StreamRereading.agrees(item, with: answer, places: 512) { Reader(wrong) }
    }

    @Test("A reader whose result depends on the division of a stream does not agree", arguments: Reader.Wrong.allCases)
    private func wrongReaders(_ wrong: Reader.Wrong) throws {
        let isRight = wrong == .nothing
        #expect(try agrees(wrong, chunks: #"{"hex":"21616221636421"}"#, items: 2, pending: 1) == isRight)
    }

    @Test("Chunks of the case are kept, empty ones included")
    func chunks() throws {
        let chunks = #"{"hex":"2161"},{"hex":"","at":5},{"hex":"6221","at":7},{"hex":"6364","at":9}"#
        #expect(try agrees(.nothing, chunks: chunks, items: 2, pending: 0))
    }

    @Test("The answer is compared with the readers' result")
    func answers() throws {
        #expect(try !agrees(.nothing, chunks: #"{"hex":"216162"}"#, items: 2, pending: 0))
        #expect(try !agrees(.nothing, chunks: #"{"hex":"216162"}"#, items: 1, pending: 1))
    }

    @Test("No stream and no session of the suite is repeated line by line")
    func suite() throws {
        let cases = try library.get().cases
        let codec = CodecTestee()
        var streams = 0
        var sessions = 0
        for item in cases where [.frameDecode, .chatDecode, .rmtpDecode, .sessionRun].contains(item.operation) {
            if item.input.bytes.count > 4_096 { continue }
            // A message or a reply is one chunk and is not split (TST-088).
            if item.operation == .rmtpDecode, item.input.member("framing")?.string != "tcp" { continue }
            let lines = item.requestLines(places: nil)
            for (mode, line) in zip(item.input.modes, lines) {
                let answer = try #require(RawJSON(line: codec.answer(line: Array(line.utf8).span)))
                guard let ok = answer["ok"] else { continue }
                if item.operation == .sessionRun {
                    sessions += 1
                    #expect(SessionRereading.agrees(item, with: .ok(ok)), "\(item.id)")
                } else {
                    streams += 1
                    #expect(StreamRereading.agrees(item, mode, with: .ok(ok), places: 8), "\(item.id)")
                }
            }
        }
        #expect(streams > 1_000 && sessions > 700)
    }

    @Test("A session whose answer differs from the machine's is repeated line by line")
    func sessions() throws {
        let item = try #require(try library.get().cases.first { $0.operation == .sessionRun })
        #expect(!SessionRereading.agrees(item, with: .ok(try RawJSON(text: #"{"actions":[]}"#))))
    }
}
