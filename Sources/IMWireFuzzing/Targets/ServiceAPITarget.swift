// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import IMWireTestSupport
import LiveService

/// A target for the server API of `imwire serve`: signed requests to the real service.
///
/// An input is a line for each request: its path, a space, and its form.
struct ServiceAPITarget: FuzzTarget {
    let name = "service-api"
    var maximumLength: Int { 4_096 }

    mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let run = ServiceRun(name, storeBytes: 1 << 20)
        for line in input.split(separator: .lineFeed).prefix(64) {
            let path = String(decoding: line.prefix { $0 != .space }, as: UTF8.self)
            run.post(path, Array(line.dropFirst(path.utf8.count + 1)), &observation)
            run.pass(7, &observation)
        }
    }

    // MARK: Making inputs

    private static let values = [
        "a", "b", "c", "g", "r", "", "1", "2", "0", "-1", "true", "501", "43201", "1500", "2147483648",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "RC%3ATxtMsg", "%7B%7D", "%5B%22a%22%5D",
        "caf%C3%A9", "cafe%CC%81", "u,v",
    ]

    func generate(_ random: inout SeededRandom) -> [UInt8] {
        Array((0..<random.pick(1...6)).map { _ in ServiceAPITarget.line(&random) }.joined(separator: [.lineFeed]))
    }

    /// Returns a request to any service, with most of its fields, some of them repeated.
    private static func line(_ random: inout SeededRandom) -> [UInt8] {
        let endpoint = EdgeValues.pick(ServiceEndpoint.allCases, &random)
        var fields: [String] = []
        for name in endpoint.rules.map(\.name) where !random.chance(20) {
            for _ in 0...(random.chance(20) ? 2 : 0) { fields.append(name + "=" + EdgeValues.pick(values, &random)) }
        }
        if endpoint.takesJSON {
            let members = fields.map { field in
                let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
                let isNumber = Int(parts.last ?? "") != nil && random.chance(60)
                let value = parts.count > 1 ? parts[1] : ""
                return "\"\(parts[0])\":" + (isNumber ? value : "\"\(value)\"")
            }
            return Array("\(endpoint.rawValue) {\(members.joined(separator: ","))}".utf8)
        }
        return Array("\(endpoint.rawValue) \(fields.joined(separator: "&"))".utf8)
    }

    func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var lines = input.split(separator: .lineFeed).map { Array($0) }
        let others = other.split(separator: .lineFeed).map { Array($0) }
        PartMutator.mutate(&lines, with: others, &random, new: ServiceAPITarget.line) { line, random in
            guard let space = line.firstIndex(of: .space) else { return }
            var form = Array(line[space...])
            APITexts.mutate(&form, &random)
            line = line[..<space] + form
        }
        return Array(lines.joined(separator: [.lineFeed]).prefix(maximumLength))
    }

    func smaller(_ input: [UInt8]) -> [[UInt8]] {
        let lines = input.split(separator: .lineFeed).map { Array($0) }
        return zip(lines.indices, lines.withoutOne).flatMap { index, fewer in
            let (path, form) = (lines[index].prefix { $0 != .space }, lines[index].drop { $0 != .space })
            return
                ([fewer]
                + APITexts.smaller(Array(form)).map { smaller in
                    var lines = lines
                    lines[index] = Array(path) + smaller
                    return lines
                }).map { Array($0.joined(separator: [.lineFeed])) }
        }
    }

    let dictionary = (APITexts.words + ServiceEndpoint.allCases.map(\.rawValue)).map { Array($0.utf8) }
}
