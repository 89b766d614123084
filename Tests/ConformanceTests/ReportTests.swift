// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import Testing

@Suite("Reports of runs")
struct ReportTests {
    /// Erases the screen, turns the direction of writing, and starts a line of its own.
    private static let nasty = "\u{1b}[2J\u{202e}\u{7}\n12 passed\r\u{9b}31m"

    @Test("What a testee says controls no terminal, and is cut (TST-108)")
    func hostile() throws {
        let nasty = Self.nasty
        let quoted = RawJSON(nasty).text
        let long = String(repeating: "n", count: 1 << 20)
        let line =
            #"{"id":1,"ok":{"name":\#(RawJSON(nasty + long).text),"version":\#(quoted),"language":\#(quoted),"#
            + #""protocol":1,"operations":["content.decode"]}}"#
        let hello = try TesteeHello(try RawJSON(text: line), id: 1)
        let item = try makeCase(
            "content.decode", input: #"{"objectName":"RC:TxtMsg","text":"{}","mode":"lenient"}"#,
            expect: #"[{"value":{}}]"#)
        let answers: [TesteeAnswer] = [
            .error(code: nasty, offset: 1, path: nasty), .skipped(nasty + long), .ok(RawJSON(nasty + long)),
            .crashed("signal 11"), .malformed(nasty),
        ]
        let verdicts = try answers.map { answer in
            var verdict = try verdict(item, try ScriptedTestee { _ in answer })
            verdict.stderr = nasty + long
            verdict.remark = nasty
            return verdict
        }
        let text = TextReport(verdicts, hello: hello, rerun: "again", colour: false).text(seconds: 1)
        for scalar in text.unicodeScalars where scalar != "\n" {
            let category = scalar.properties.generalCategory
            #expect(category != .control && category != .format, "U+\(String(scalar.value, radix: 16))")
        }
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("12 passed") })
        #expect(text.utf8.count < 20_000)
        // In JSON the values stay as they are.
        let json = try RawJSON(text: JSONReport.text(verdicts, hello: hello, seconds: 1))
        #expect(json["testee"]?["version"]?.string == nasty)
    }
}
