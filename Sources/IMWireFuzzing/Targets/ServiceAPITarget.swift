// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import IMWireTestSupport
import LiveService

/// A target for the server API of `imwire serve`: signed requests to the real service.
///
/// An input is a line for each request: its path, a space, and its form.
package struct ServiceAPITarget: FuzzTarget {
    package let name = "service-api"
    package var maximumLength: Int { 4_096 }

    /// Creates the target.
    package init() {}

    package mutating func run(_ input: [UInt8], _ observation: inout Observation) {
        let run = ServiceRun(name, storeBytes: 1 << 20)
        for line in input.split(separator: 0x0a).prefix(64) {
            let path = String(decoding: line.prefix { $0 != 0x20 }, as: UTF8.self)
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

    package func generate(_ random: inout SeededRandom) -> [UInt8] {
        Array((0..<random.pick(1...6)).map { _ in ServiceAPITarget.line(&random) }.joined(separator: [0x0a]))
    }

    /// Returns a request to any service, with most of its fields, some of them repeated.
    private static func line(_ random: inout SeededRandom) -> [UInt8] {
        let endpoint = EdgeValues.pick(ServiceEndpoint.allCases, &random)
        var fields: [String] = []
        for name in endpoint.fieldNames where !random.chance(20) {
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

    package func mutate(_ input: [UInt8], with other: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var lines = input.split(separator: 0x0a).map { Array($0) }
        let place = lines.isEmpty ? 0 : random.pick(0...lines.count - 1)
        switch random.pick(0...4) {
        case 0 where !lines.isEmpty: lines.remove(at: place)
        case 1:
            let others = other.split(separator: 0x0a).map { Array($0) }
            if !others.isEmpty { lines.insert(others[random.pick(0...others.count - 1)], at: place) }
        case 2, 3:
            guard !lines.isEmpty, let space = lines[place].firstIndex(of: 0x20) else { break }
            var form = Array(lines[place][space...])
            APITexts.mutate(&form, &random)
            lines[place] = Array(lines[place][..<space]) + form
        default: lines.insert(ServiceAPITarget.line(&random), at: place)
        }
        return Array(lines.joined(separator: [0x0a]).prefix(maximumLength))
    }

    package func smaller(_ input: [UInt8]) -> [[UInt8]] {
        let lines = input.split(separator: 0x0a).map { Array($0) }
        return lines.indices.flatMap { index -> [[UInt8]] in
            var fewer = lines
            fewer.remove(at: index)
            let form = APITexts.smaller(Array(lines[index].drop { $0 != 0x20 }))
            return [Array(fewer.joined(separator: [0x0a]))]
                + form.map { smaller in
                    var lines = lines
                    lines[index] = Array(lines[index].prefix { $0 != 0x20 }) + smaller
                    return Array(lines.joined(separator: [0x0a]))
                }
        }
    }

    package var dictionary: [[UInt8]] {
        (APITexts.words + ServiceEndpoint.allCases.map(\.rawValue)).map { Array($0.utf8) }
    }
}
