// SPDX-License-Identifier: Apache-2.0

import Foundation
import SpecGenerator
import Testing

/// Tests of Spec/rmtp/packets.json, from which the packets are generated.
@Suite("Layouts of packets")
struct PacketLayoutTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private func object(_ path: String) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(try text(path).utf8))
        return try #require(json as? [String: Any])
    }

    @Test("Layouts follow their schema")
    func schema() throws {
        let schema = try object("Spec/packets.schema.json")
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        var faults: [String] = []
        check(try object("Spec/rmtp/packets.json"), schema, "", definitions, &faults)
        #expect(faults.isEmpty)
    }

    /// Checks a value against a schema, with the keywords that the schema uses.
    private func check(
        _ value: Any, _ schema: [String: Any], _ path: String, _ definitions: [String: [String: Any]],
        _ faults: inout [String]
    ) {
        if let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last {
            guard let inner = definitions[String(name)] else { return faults.append("\(path): no \(reference)") }
            return check(value, inner, path, definitions, &faults)
        }
        if let words = schema["enum"] as? [Any], !words.contains(where: { "\($0)" == "\(value)" }) {
            faults.append("\(path): none of \(words)")
        }
        if let pattern = schema["pattern"] as? String {
            let isRight = (value as? String)?.range(of: pattern, options: .regularExpression) != nil
            if !isRight { faults.append("\(path): not \(pattern)") }
        }
        switch schema["type"] as? String {
        case "object":
            guard let object = value as? [String: Any] else { return faults.append("\(path): no object") }
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            for name in schema["required"] as? [String] ?? [] where object[name] == nil {
                faults.append("\(path): no \(name)")
            }
            for (name, member) in object {
                guard let inner = properties[name] else {
                    faults.append("\(path)/\(name): no such member")
                    continue
                }
                check(member, inner, "\(path)/\(name)", definitions, &faults)
            }
        case "array":
            guard let list = value as? [Any], let items = schema["items"] as? [String: Any] else {
                return faults.append("\(path): no list")
            }
            for (index, element) in list.enumerated() {
                check(element, items, "\(path)/\(index)", definitions, &faults)
            }
        case "string": if !(value is String) { faults.append("\(path): no string") }
        case "integer": if !(value is Int) { faults.append("\(path): no integer") }
        case "boolean": if !(value is Bool) { faults.append("\(path): no boolean") }
        default: break
        }
    }

    @Test("Layouts equal the table of RMTP-030")
    func table() throws {
        let packets = try #require(try object("Spec/rmtp/packets.json")["packets"] as? [[String: Any]])
        let chapter = try text("Spec/rmtp.md")
        for packet in packets {
            let name = try #require(packet["name"] as? String)
            let rows = chapter.split(separator: "\n").filter { $0.hasPrefix("| \(name) |") }.joined()
            let words = ["u8": "u8", "u16": "u16", "u32": "u32", "u64": "u64", "string": "str", "rest": "rest"]
            for member in packet["members"] as? [[String: Any]] ?? [] {
                guard let kind = (member["kind"] as? String).flatMap({ words[$0] }) else { continue }
                let name = try #require(member["name"] as? String)
                #expect(rows.contains("\(kind) `\(name)`"), "\(kind) \(name)")
            }
        }
    }

    @Test(
        "A file without layouts is rejected",
        arguments: [
            (#""type": 2"#, #""type": 1"#), (#""announcedBy": "will""#, #""announcedBy": "wil""#),
            (#""mask": "02""#, #""mask": "0g""#),
            (#""name": "topic", "kind": "string""#, #""name": "topic", "kind": "rest""#),
            (#""otherWay": "read""#, #""otherWays": "read""#), (#""kind": "u8""#, #""kind": "u24""#),
            (#""member": "topic""#, #""member": "topics""#),
        ])
    func refused(_ right: String, _ wrong: String) throws {
        let whole = try text("Spec/rmtp/packets.json")
        _ = try PacketFile(parsing: Data(whole.utf8))
        let broken = whole.replacingOccurrences(of: right, with: wrong)
        #expect(broken != whole)
        #expect(throws: (any Error).self) { try PacketFile(parsing: Data(broken.utf8)) }
    }
}
