// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for the answers of the navigation server, which are a function call around a JSON object.
struct NavigationTarget: JSONTextTarget {
    let name = "navigation"
    var maximumLength: Int { 2_048 }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        let results = FormatOracle(
            place: name, lenientCodes: .lenientContents, strictCodes: .contents,
            decode: { input, mode in
                let answer = try NavigationAnswer.read(input, mode: mode)
                return Decoded(content: answer.answer, deviations: answer.deviations)
            }, encode: { try? $0.encoded() }
        ).check(input.span, &observation)
        if case .success(let decoded) = results.lenient {
            observation.record(size: decoded.content.servers.count)
            if results.written == nil { observation.violate(.identity, at: "navigation write") }
        }
        memory.check(name, input: input.count, factor: 400, base: 262_144, &observation)
    }

    func textStart(_ input: [UInt8]) -> Int? { input.firstIndex(of: .openBrace) ?? 0 }

    func generate(_ random: inout SeededRandom) -> [UInt8] { NavigationTarget.grammar.text("answer", &random) }

    private static let grammar = TextGrammar([
        "answer": ["<before>{<code?60><server?60><flags?60><text?60>\"userId\":<value><after>"],
        "before": ["getServerEndpoint(", "a.b$_1(", "(", "", " x ( "],
        "after": ["});", "})", "}", "}) ;\n", "});x"],
        "code": [#""code":200,"#, #""code":401,"#, #""code":"200","#, #""code":2e2,"#],
        "server": [#""server":<value>,"#, #""server":<value>,"backupServer":<value>,"#],
        "flags": [#""kvStorage":<flag>,"#, #""joinMChrm":<flag>,"openMp":<flag>,"#],
        "flag": ["true", "false", "0", "1", #""1""#],
        "text": [#""voipCallInfo":<value>,"#, #""userId":<value>,"#],
        "value": [#""nav.cn:80""#, #""a:1,b:2,,c""#, #""""#, "null", #""\u002f""#],
    ])

    func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .navigationDecode, item.input.member("limits") == nil,
            item.input.bytes.count <= maximumLength
        else { return nil }
        return item.input.bytes
    }

    func question(_ input: [UInt8]) -> TesteeRequest? {
        TesteeRequest("rmtp.navigation.decode", [("bytes", .base64(input)), ("mode", "lenient")])
    }

    private static let names = [
        "code", "server", "backupServer", "userId", "kvStorage", "joinMChrm", "openMp", "voipCallInfo",
    ]
    let dictionary = names.map { Array($0.utf8) }
}
