// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import Testing

/// Whether Python, which runs the testees of `Fixtures` and `Examples`, is available.
let hasPython = has("python3")

/// Returns whether a program is in `PATH` or in a standard folder.
func has(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return (["/usr/bin", "/usr/local/bin", "/bin"] + folders).contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
}

/// The path of the tool built with the tests.
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

/// A testee in this process that answers with a closure and records its requests.
struct ScriptedTestee: Testee {
    let hello: TesteeHello
    private(set) var requests: [TesteeRequest] = []
    var rereader: (any Rereader)?
    private let respond: (TesteeRequest) -> TesteeAnswer

    /// Creates a testee that answers every operation.
    ///
    /// - Parameter claims: Further members of its hello, as JSON: `"errorCodes":true`.
    init(_ claims: String = "", _ respond: @escaping (TesteeRequest) -> TesteeAnswer) throws {
        let operations = Case.Operation.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
        let line =
            #"{"id":1,"ok":{"name":"scripted","version":"1","language":"Swift","protocol":1,"operations":["#
            + operations + "]" + (claims.isEmpty ? "" : "," + claims) + "}}"
        hello = try TesteeHello(try RawJSON(text: line), id: 1)
        self.respond = respond
    }

    /// Creates a testee that always answers with the same `ok`, given as JSON.
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
    /// Returns a member of the request.
    func member(_ name: String) -> RawJSON? { members.last { $0.name == name }?.value }
}

/// Returns a case with the given members and defaults for the others.
func makeCase(_ op: String, input: String, expect: String, more: String = "") throws -> Case {
    let text =
        #"{"area":"json/test","cases":[{"id":"t","title":"t","requirements":["TST-070"],"level":"MUST","#
        + #""op":"\#(op)","input":\#(input),"expect":\#(expect),"provenance":"a test"\#(more)}]}"#
    return try #require(try CaseFile.cases(in: Array(text.utf8), file: "a test").first)
}

/// Returns the verdict of one case on a testee.
func verdict(_ item: Case, _ testee: ScriptedTestee) throws -> CaseResult {
    var testee = testee
    return try #require(try Runner().run([item], on: &testee).first)
}

/// Returns whether the process at the end of a log line has ended, where a zombie process counts as ended.
func isGone(_ line: some StringProtocol) -> Bool {
    guard let id = line.split(separator: " ").last else { return false }
    for _ in 0..<50 {
        guard let status = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8) else { return true }
        if status.split(separator: ")").last?.hasPrefix(" Z") ?? false { return true }
        usleep(20_000)
    }
    return false
}
