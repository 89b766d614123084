// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

@Suite("Inspection of streams")
struct InspectTests {
    private let tool = Tool()

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/streams")

    private static func path(_ name: String) -> String { folder.appending(path: name).path }

    private static let heartbeat = "FACE 01 18 01 00 0000 00000000 00000000 1A32E489 1A32E489"

    @Test("The lesson is shown field by field, without colors in a pipe")
    func readsLikeALesson() throws {
        let run = try tool.run("inspect", Self.path("lesson.bin"))
        #expect(run.code == 0 && run.errors.isEmpty)
        #expect(run.output.contains("the first byte is FA"))
        #expect(run.output.contains("   000000  FA CE        magic "))
        #expect(run.output.contains("1... wantsReceipt: the sender requests a receipt"))
        #expect(run.output.contains("inside: 1,076 bytes, joined from packets 3, 5, 6 and inflated from 747 bytes"))
        #expect(run.lines.last == "1,448 bytes, 7 packets, 7 messages: nothing is wrong")
        #expect(!run.output.contains("\u{1b}"), "no colours in a pipe")
    }

    @Test("A corrupted packet is reported with its code, its requirement and the first wrong byte")
    func namesTheWrongByte() throws {
        let run = try tool.run("inspect", Self.path("lesson-corrupted.bin"))
        #expect(run.code == 1)
        #expect(run.output.contains("WRONG      frame.checksum at byte 508 (0001FC), in checksum"))
        #expect(run.output.contains("it is 1F and"))
        #expect(run.output.contains("rule       FRM-040: The checksum MUST be the CRC-32"))
        #expect(run.output.contains("reading continues at byte 824"))
        #expect(run.lines.last?.contains("the first wrong byte is 544 (hex 220), if it is the only one") == true)
        let marked = run.lines.filter { $0.hasPrefix("!") }
        #expect(marked.count == 2 && marked[0].contains("checksum") && marked[1].contains("deflate data"))
    }

    @Test("Columns line up beside Chinese text")
    func columnsOfTextInChineseLineUp() throws {
        let run = try tool.run("inspect", Self.path("lesson-lines.txt"))
        #expect(run.code == 0)
        let line = try #require(run.lines.first { $0.contains("小红") })
        let other = try #require(run.lines.first { $0.contains("\"m21\"") })
        // Each of the two wide characters moves the requirement one position to the left in its line.
        let places = try [line, other].map { try #require($0.firstRange(of: "CHT-010")?.lowerBound) }
        #expect(
            line.distance(from: line.startIndex, to: places[0]) + 2
                == other.distance(from: other.startIndex, to: places[1]))
    }

    @Test(
        "Hex in several notations and Base64 are recognized",
        arguments: [
            heartbeat, "fa:ce:01:18:01:00:00:00:00:00:00:00:00:00:00:00:1a:32:e4:89:1a:32:e4:89",
            "0xFA, 0xCE, 0x01, 0x18, 0x01, 0x00, 0000 00000000 00000000 1A32E489\t1A32E489\r\n",
            "+s4BGAEAAAAAAAAAAAAAABoy5IkaMuSJ\n",
        ])
    func readsHexAndBase64(_ input: String) throws {
        let run = try tool.run("inspect", input: input)
        #expect(run.code == 0, "\(run.output)\(run.errors)")
        #expect(run.output.hasPrefix("24 bytes, written as "))
        #expect(run.lines.last == "24 bytes, 1 packet, 1 message: nothing is wrong")
    }

    @Test("JSON has the stream, the fields of each packet and a summary")
    func jsonHasTheFields() throws {
        let run = try tool.run("inspect", "--format", "json", Self.path("lesson-corrupted.bin"))
        #expect(run.code == 1)
        let lines = try run.lines.map { try RawJSON(text: $0) }
        #expect(lines.first?["stream"]?["framing"]?.string == "packet")
        #expect(lines.dropFirst().dropLast().map { $0["number"]?.text } == (1...7).map { "\($0)" })
        #expect(lines[1]["fields"]?.elements?.first?["hex"]?.string == "FACE")
        let first = try #require(lines.last?["summary"]?["first"])
        #expect(first["code"]?.string == "frame.checksum" && first["suspect"]?["offset"]?.text == "544")
        #expect(first["scope"]?.string == "message" && first["expected"] != nil && first["found"] != nil)
    }

    @Test("--depth, --part and --full change how much is shown")
    func depthAndFullChangeHowMuchIsShown() throws {
        let counts = try ["1", "2", "3"].map {
            try tool.run("inspect", "--depth", $0, Self.path("lesson.bin")).lines.count
        }
        #expect(counts[0] < counts[1] && counts[1] < counts[2])
        let third = try tool.run("inspect", "--part", "3", Self.path("lesson.bin"))
        #expect(third.output.contains("packet 3") && !third.output.contains("packet 4"))
        #expect(third.lines.last == "1,448 bytes, 7 packets, 7 messages: nothing is wrong")
        let full = try tool.run("inspect", "--full", Self.path("lesson.bin"))
        #expect(!full.output.contains("more byte") && full.lines.count > counts[2])
    }

    @Test("Input beyond --max-bytes is no error, and the output says where it was cut")
    func saysWhereTheInputWasCut() throws {
        let run = try tool.run("inspect", "--max-bytes", "110", Self.path("lesson.bin"))
        #expect(run.code == 0, "what is cut off is no fault")
        #expect(run.output.contains("give --max-bytes to read more"))
        #expect(run.output.contains("packet 2  truncated here, not checked"))
        let hex = try tool.run("inspect", "--max-bytes", "24", input: Self.heartbeat + " FACE")
        #expect(hex.code == 0 && hex.output.contains("give --max-bytes to read more"))
    }

    @Test("A stream that ends inside a header is an error that states both lengths")
    func tellsAnIncompleteEnd() throws {
        let run = try tool.run("inspect", "--strict", input: "FACE 01")
        #expect(run.code == 1)
        #expect(run.output.contains("expected   a header of 24 bytes, of which 3 are there"))
        #expect(run.output.contains("the stream ends too early, at byte 3"))
    }

    @Test("Each missing member is named, as a deviation or in strict mode as an error")
    func namesTheMembersThatAreMissing() throws {
        let run = try tool.run("inspect", input: #"{"messageType":"login"}"# + "\n")
        #expect(run.code == 0)
        for name in ["fromUserID", "deviceType", "versionCode"] {
            #expect(run.output.contains("  expected   a member \(name), found the end of the object without it"))
        }
        #expect(run.output.contains("DEV-103 at byte 22 (000016), in message\n"))
        let strict = try tool.run("inspect", "--strict", input: #"{"messageType":"login"}"# + "\n")
        #expect(strict.code == 1 && strict.output.contains("expected   a member fromUserID"))
    }

    @Test(
        "Invalid Base64 is reported with what was expected",
        arguments: [
            (
                "eyJtZXNzYWdlVHlwZSI6ImxvZ2luIn1=",
                "0: the last 2 bits of this character belong to no byte and must be 0, found 31"
            ),
            ("eyJtZXNzYWdlVHlwZSI6ImxvZ2luI", "a complete group"),
            ("eyJtZQ=zYWdl", "only = after the first =, found 7A (z)"),
            ("eyJtZX!zYWdl", "Base64: A-Z a-z 0-9 + /"),
        ])
    func saysWhatIsWrongWithBase64(_ line: String, _ expected: String) throws {
        let run = try tool.run("inspect", "--protocol", "chat", input: line + "\n")
        #expect(run.code == 1)
        #expect(run.output.contains("expected   \(expected)"), "\(run.output)")
    }

    @Test("A part that does not exist is a usage error")
    func aPartThatIsNotThereIsAUsageError() throws {
        let run = try tool.run("inspect", "--part", "99", Self.path("lesson.bin"))
        #expect(run.code == 2)
        #expect(run.errors == "imwire: --part 99: there are 7 packets\n")
        #expect(try tool.run("inspect", "--part", "0", Self.path("lesson.bin")).code == 2)
        let rmtp = try tool.run("inspect", "--protocol", "rmtp", "--part", "2", input: "down d000\n")
        #expect(rmtp.code == 2 && rmtp.errors == "imwire: --part 2: there is 1 message\n")
    }

    @Test("Nesting beyond the limit is reported even if the line was cut off")
    func deepNestingIsToldAlthoughTheLineIsCut() throws {
        let input = String(repeating: "[", count: 100_000)
        for arguments in [["--max-bytes", "50000"], []] {
            let run = try tool.run(["inspect"] + arguments, input: input)
            #expect(run.code == 1)
            #expect(run.output.contains("WRONG      limit.depth at byte"))
            #expect(!run.output.contains("nothing is wrong"))
        }
        let cut = try tool.run("inspect", "--max-bytes", "50000", input: String(repeating: " ", count: 60_000))
        #expect(cut.lines.last?.hasSuffix("nothing is wrong in what was read") == true)
        let manifest = try tool.run("compat", "check", tool.file("deep.json", input))
        #expect(manifest.code == 2 && manifest.errors.contains("nested too deeply (limit.depth at byte"))
    }

    @Test("A deviation is shown and is an error in strict mode only")
    func deviationsAreNoFaults() throws {
        let line = #"{"messageType":"loginReceipt","isRead":true}"# + "\r\n"
        let lenient = try tool.run("inspect", input: line)
        #expect(lenient.code == 0, "as with validate")
        #expect(lenient.output.contains("DEVIATES   DEV-118 at byte"))
        #expect(lenient.output.contains("lines of JSON that end with CRLF"))
        let strict = try tool.run("inspect", "--strict", input: line)
        #expect(strict.code == 1 && strict.output.contains("WRONG      field.foreign at byte 30"))
    }

    @Test(
        "Invalid options and unreadable or empty input end with exit code 2",
        arguments: [
            ["--depth", "4", "-"], ["--max-bytes", "0", "-"], ["--framing", "packet", "--delimiter", "lf", "-"],
            ["--input", "hex", "-"], ["--input", "base64", "-"], ["/nowhere/at/all"],
        ])
    func usageIsTwo(_ arguments: [String]) throws {
        let input = try tool.file("text", "not hex, not Base64!")
        let run = try tool.run(["inspect"] + arguments, inputFile: input)
        #expect(run.code == 2 && !run.errors.isEmpty)
        let empty = try tool.run("inspect")
        #expect(empty.code == 2 && empty.errors.contains("no bytes"))
    }
}
