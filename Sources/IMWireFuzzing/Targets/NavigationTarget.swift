// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireTestSupport
import IMWireValues

/// A target for the answers of the navigation server, which are a function call around a JSON object.
package struct NavigationTarget: FuzzTarget {
    package let name = "navigation"
    package var maximumLength: Int { 2_048 }

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let memory = MemoryOracle()
        let lenient = NavigationTarget.read(input, .lenient)
        LeniencyOracle.judge(
            "navigation", lenient: lenient, strict: NavigationTarget.read(input, .strict), &observation)
        switch lenient {
        case .failure(let error):
            observation.note(error)
            ErrorOracle.judge(error, of: input.count, allowed: ErrorOracle.contents, &observation)
        case .success(let decoded):
            observation.note(decoded.deviations)
            observation.note(size: decoded.value.servers.count)
            guard let written = try? decoded.value.encoded() else {
                return observation.violate(.identity, at: "navigation write")
            }
            RoundtripOracle.judge(
                "navigation", decoded.value, written: written, isInput: written == input,
                again: NavigationTarget.read(written, .lenient),
                encode: { (try? $0.encoded()) ?? [] }, &observation)
        }
        memory.judge(name, input: input.count, factor: 400, base: 262_144, &observation)
    }

    private static func read(_ input: [UInt8], _ mode: DecodingMode) -> ContentResult<NavigationAnswer> {
        do throws(DecodeError) {
            var decoded = try NavigationAnswer.decode(input.span, mode: mode)
            // An answer without a callback is written with the usual one.
            if decoded.value.callback == nil { decoded.value.callback = NavigationAnswer.usualCallback }
            return .success(decoded)
        } catch {
            return .failure(error)
        }
    }

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        var text = Array(EdgeValues.pick(["getServerEndpoint(", "a.b$_1(", "(", "", " x ( "], &random).utf8)
        text.append(0x7b)
        var isFirst = true
        for name in NavigationTarget.names where random.chance(60) {
            if !isFirst { text.append(0x2c) }
            isFirst = false
            text += Array("\"\(name)\":".utf8)
            switch name {
            case "code": text += Array(EdgeValues.pick(["200", "401", "\"200\"", "2e2"], &random).utf8)
            case "kvStorage", "joinMChrm", "openMp":
                text += Array(EdgeValues.pick(["true", "false", "0", "1", "\"1\""], &random).utf8)
            default:
                text += Array(
                    EdgeValues.pick(["\"nav.cn:80\"", "\"a:1,b:2,,c\"", "\"\"", "null", "\"\\u002f\""], &random).utf8)
            }
        }
        return text + Array(EdgeValues.pick(["});", "})", "}", "}) ;\n", "});x"], &random).utf8)
    }

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var input = input
        JSONMutator.mutate(&input, from: input.firstIndex(of: 0x7b) ?? 0, names: dictionary, &random)
        return input
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        JSONShrinker.smaller(input, from: input.firstIndex(of: 0x7b) ?? 0)
    }

    package func seed(from item: Case) -> [UInt8]? {
        guard item.operation == .navigationDecode, item.input.member("limits") == nil,
            item.input.bytes.count <= maximumLength
        else { return nil }
        return item.input.bytes
    }

    package func question(_ input: [UInt8]) -> TesteeRequest? {
        TesteeRequest("rmtp.navigation.decode", [("bytes", .base64(input)), ("mode", "lenient")])
    }

    private static let names = [
        "code", "server", "backupServer", "userId", "kvStorage", "joinMChrm", "openMp", "voipCallInfo",
    ]
    package var dictionary: [[UInt8]] { NavigationTarget.names.map { Array($0.utf8) } }
}
