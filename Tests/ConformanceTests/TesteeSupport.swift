// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

/// Whether Python is there: it runs the testees of `Fixtures` and `Examples`.
let hasPython = has("python3")

/// Whether a program is in `PATH`, or where programs usually are.
func has(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (["/usr/bin", "/usr/local/bin", "/bin"] + folders).contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
}

/// The tool beside the tests.
let builtTool: String? = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<6 {
        let candidate = folder.appending(path: "imwire").path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
            return candidate
        }
        folder.deleteLastPathComponent()
    }
    return nil
}()

/// A testee in this process that answers as a closure says, and remembers what it was asked.
struct ScriptedTestee: Testee {
    let hello: TesteeHello
    private(set) var requests: [TesteeRequest] = []
    private let respond: (TesteeRequest) -> TesteeAnswer

    /// Makes a testee that answers every operation.
    ///
    /// - Parameter claims: further members of its hello, as JSON: `"errorCodes":true`.
    init(_ claims: String = "", _ respond: @escaping (TesteeRequest) -> TesteeAnswer) throws {
        let operations = Case.Operation.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
        let line =
            #"{"id":1,"ok":{"name":"scripted","version":"1","language":"Swift","protocol":1,"operations":["#
            + operations + "]" + (claims.isEmpty ? "" : "," + claims) + "}}"
        hello = try TesteeHello(try RawJSON(text: line), id: 1)
        self.respond = respond
    }

    /// Makes a testee that always gives the same `ok`, as JSON.
    init(_ claims: String = "", ok: String) throws {
        let json = try RawJSON(text: ok)
        try self.init(claims) { _ in .ok(json) }
    }

    mutating func converse(_ inquiry: any Inquiry) {
        while let request = inquiry.next() {
            requests.append(request)
            let answer = respond(request)
            var line: [UInt8]?
            if case .ok(let ok) = answer { line = Array("{\"id\":2,\"ok\":\(ok.text)}".utf8) }
            inquiry.settle(TesteeReply(answer, line: line))
        }
    }
}

extension TesteeRequest {
    /// A member of the request.
    func member(_ name: String) -> RawJSON? { members.last { $0.name == name }?.value }
}

/// A case from its members that matter; the others are filled in.
func makeCase(_ op: String, input: String, expect: String, more: String = "") throws -> Case {
    let text =
        #"{"area":"json/test","cases":[{"id":"t","title":"t","requirements":["TST-070"],"level":"MUST","#
        + #""op":"\#(op)","input":\#(input),"expect":\#(expect),"provenance":"a test"\#(more)}]}"#
    return try #require(try CaseFile.cases(in: Array(text.utf8), file: "a test").first)
}

/// The verdict of one case on a testee.
func verdict(_ item: Case, _ testee: ScriptedTestee) throws -> Verdict {
    var testee = testee
    return try #require(try Runner().run([item], on: &testee).first)
}

/// Whether the process at the end of a log line has ended; one that only waits for its parent has.
func isGone(_ line: some StringProtocol) -> Bool {
    guard let id = line.split(separator: " ").last else { return false }
    for _ in 0..<50 {
        guard let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return true }
        if status.split(separator: ")").last?.hasPrefix(" Z") ?? false { return true }
        usleep(20_000)
    }
    return false
}
