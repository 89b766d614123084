// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Foundation
import IMWire
import Testing

@Suite("Validation of contents")
struct ValidateTests {
    private let tool = Tool()

    private let messages = """
        {"objectName":"RC:TxtMsg","content":{"content":"Hi"}}

        {"objectName":"RC:GrpNtf","content":{"operatorUserId":"Add","operation":"Add","data":"{}","message":"m"}}
        {"objectName":"RC:VcMsg","content":{"content":"AAAA","duration":[1]}}
        {"objectName":"RC:VcMsg","content":[1]}
        """

    @Test("Each line has a result, and the totals are on standard error")
    func tellsEachLineAndCounts() throws {
        let run = try tool.run("validate", input: messages)
        #expect(run.code == 1)
        let starts = [
            "1 ok RC:TxtMsg", "3 deviation RC:GrpNtf DEV-05 /operation ", "4 deviation RC:VcMsg DEV-140 /duration ",
            "5 error RC:VcMsg content.type at byte 0",
        ]
        #expect(run.lines.count == starts.count)
        for (line, start) in zip(run.lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
        #expect(run.errors.hasPrefix("4 lines, 1 ok, 2 with deviations, 1 error\n  DEV-05   1  "))
    }

    @Test("With --quiet, only lines with findings are printed")
    func quietTellsFindingsOnly() throws {
        #expect(try tool.run("validate", "--quiet", input: messages).lines.count == 3)
    }

    @Test("With --strict, a deviation fails the run")
    func strictCountsDeviations() throws {
        let line = #"{"objectName":"RC:TxtMsg","content":{"text":"Hi"}}"#
        #expect(try tool.run("validate", input: line).code == 0)
        #expect(try tool.run("validate", "--strict", input: line).code == 1)
    }

    @Test("A member of a wrong type deviates, and is an error in strict mode")
    func strictRefusesAMemberOfAWrongType() throws {
        let line = #"{"objectName":"RC:SightMsg","content":{"sightUrl":"u","duration":9,"size":"big","name":"n"}}"#
        let lenient = try tool.run("validate", "-", input: line)
        #expect(lenient.code == 0)
        #expect(lenient.output.contains("1 deviation RC:SightMsg DEV-140 /size Member that cannot be read"))
        let strict = try tool.run("validate", "--strict", "-", input: line)
        #expect(strict.code == 1)
        #expect(strict.lines == ["1 error RC:SightMsg field.type at byte 36, in /size"])
    }

    @Test("JSON has the status, the deviations and the error of each line")
    func writesJSON() throws {
        let run = try tool.run("validate", "--format", "json", input: messages)
        let lines = try run.lines.map { try RawJSON(text: $0) }
        #expect(lines.map { $0["line"]?.text } == ["1", "3", "4", "5"])
        #expect(lines.map { $0["objectName"]?.string } == ["RC:TxtMsg", "RC:GrpNtf", "RC:VcMsg", "RC:VcMsg"])
        #expect(lines.map { $0["status"]?.string } == ["ok", "deviation", "deviation", "error"])
        let deviations = lines.map { $0["deviations"]?.elements ?? [] }
        try #require(deviations.map(\.count) == [0, 1, 1, 0])
        let (operation, duration) = (deviations[1][0], deviations[2][0])
        #expect(operation["id"]?.string == "DEV-05" && operation["path"]?.string == "/operation")
        #expect(operation["offset"]?.text == "36" && operation["title"]?.string?.isEmpty == false)
        #expect(duration["id"]?.string == "DEV-140" && duration["path"]?.string == "/duration")
        #expect(duration["offset"]?.text == "29" && duration["title"]?.string?.isEmpty == false)
        let error = try #require(lines[3]["error"])
        #expect(error["code"]?.string == "content.type" && error["offset"]?.text == "0" && error["path"]?.string == "")
    }

    @Test("A list with thousands of deviating items is reported by its first places and a count")
    func showsTheFirstPlacesOfALongList() throws {
        let list = (0..<4_000).map { String($0 % 10) }.joined(separator: ",")
        let line =
            #"{"objectName":"RC:TxtMsg","content":{"content":"c","#
            + #""mentionedInfo":{"type":2,"userIdList":["# + list + #"],"mentionedContent":""}}}"#
        let text = try tool.run("validate", input: line)
        let rows = text.lines.filter { $0.contains("userIdList") }
        #expect(rows.count == 4)
        #expect(rows.first?.contains("/mentionedInfo/userIdList/0 ") == true)
        #expect(rows.last?.hasSuffix("/mentionedInfo/userIdList/* 3,997 more") == true)
        let json = try tool.run("validate", "--format", "json", input: line)
        #expect(json.output.utf8.count < 2_000)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let more = try #require((object["more"] as? [[String: Any]])?.first)
        #expect(more["path"] as? String == "/mentionedInfo/userIdList/*")
        #expect(more["count"] as? Int == 3_997)
        #expect((object["deviations"] as? [[String: Any]])?.count == 3)
    }

    @Test("Results of several files have the name of their file")
    func namesTheFileWhereThereAreSeveral() throws {
        let file = try tool.file("a.jsonl", messages)
        let run = try tool.run("validate", file, "-", input: "{")
        #expect(run.lines.first == "\(file):1: ok RC:TxtMsg")
        #expect(
            run.lines.last == "standard input:1: error line.json at byte 1: the line ends before its object does")
    }

    @Test("Lines of every length are read, up to the limit of --max-line")
    func linesOfEveryLengthComeOut() throws {
        // The lengths around the reader's chunk of 256 KiB and the limit for lines.
        let lengths = [262_143, 262_144, 262_145, 524_288, 100_000, 100_001, 17, 300_000]
        let text = lengths.map { length in
            let (start, end) = (#"{"objectName":"app:x","content":{},"pad":""#, "\"}")
            return start + String(repeating: "x", count: max(0, length - start.count - end.count)) + end
        }.joined(separator: "\n")
        let whole = try tool.run("validate", input: text)
        #expect(whole.code == 0)
        #expect(whole.lines.count == lengths.count)
        let limited = try tool.run("validate", "--max-line", "262144", "--quiet", input: text)
        #expect(limited.code == 1)
        let starts = limited.lines.map { String($0.prefix(19)) }
        #expect(starts == ["3 error line.length", "4 error line.length", "8 error line.length"])
    }

    // Sanitizers reserve more address space than this test allows.
    @Test("A line of 100 MB is rejected within 64 MiB of memory", .enabled(if: imwire_counts_allocations()))
    func memoryStaysBounded() throws {
        let brackets = try tool.file("brackets", Data(repeating: 0x5b, count: 100_000_000))
        let run = try tool.run(["validate"], inputFile: brackets, memory: 64 * 1024)
        #expect(run.code == 1)
        #expect(run.lines.count == 1)
        #expect(run.output.hasPrefix("1 error line.length at byte 1048576: "))
    }

    @Test("Lines with deep nesting are rejected")
    func deepNestingIsRefused() throws {
        for (name, code) in [("RC:TxtMsg", "limit.size"), ("app:x", "limit.size")] {
            let text = #"{"objectName":"\#(name)","content":"# + String(repeating: "[", count: 900_000)
            let run = try tool.run("validate", input: text)
            #expect(run.code == 1)
            #expect(run.output.hasPrefix("1 error \(name) \(code) at byte 0"))
        }
        let text = #"{"objectName":"app:x","content":{},"y":"# + String(repeating: "[", count: 100_000)
        #expect(try tool.run("validate", input: text + String(repeating: "]", count: 100_000) + "}").code == 1)
        #expect(try tool.run("decode", "--type", "RC:TxtMsg", input: String(repeating: "[", count: 900)).code == 1)
    }
}
