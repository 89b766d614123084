// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import IMWireConformance
import IMWireValues
import Testing

/// Tests that a testee which never reads an optional member of a request fails a case.
///
/// A proxy before the codec drops one member of every request of one operation.
@Suite("Dropped members of requests")
struct DroppedMemberTests {
    /// An optional member of the requests of an operation; `*` stands for every element of a list.
    struct Member: Sendable, CustomTestStringConvertible {
        let operation: String
        let path: [String]
        var testDescription: String { "\(operation) \(path.joined(separator: "/"))" }
    }

    /// The members whose absence no case shows, each with the reason.
    private static let invisible: [String: String] = [
        "frame.decode mode": "packets alone have no deviations",
        "frame.decode times": "fragments are not joined, so none gets too old",
        "rmtp.encode packet/type": "it may be left out (TST-089)",
        "rmtp.encode packet/protocolId": "every case has the default value",
        "rmtp.convert packet/dup": "every case has the default value",
        "rmtp.convert packet/retain": "every case has the default value",
        "rmtp.envelope.decode packet/qos": "an envelope has no such member",
        "rmtp.envelope.decode packet/messageId": "an envelope has no such member",
        "rmtp.envelope.decode receipt/messageId": "an envelope has no such member",
        "rmtp.envelope.decode receipt/status": "an envelope has no such member",
        "rmtp.envelope.decode limits": "no case yet",
        "rmtp.envelope.encode value/messageUId": "no case yet",
        "rmtp.navigation.decode limits": "no case yet",
        "rmtp.request.encode value/others": "no case yet",
    ]

    /// Every optional member of the schema of requests that an example has, without the single limits, of which each
    /// operation has only some.
    private static let members: [Member] = {
        let file = root.appending(path: "Spec/testee-request.schema.json")
        guard let text = try? Data(contentsOf: file), let schema = RawJSON(line: Array(text)) else { return [] }
        let common = (schema["properties"]?.members ?? []).filter { ["mode", "limits"].contains($0.name) }
        var members: [Member] = []
        for branch in schema["allOf"]?.elements ?? [] {
            guard let operation = branch["if"]?["properties"]?["op"]?["const"]?.string, operation != "hello",
                let then = branch["then"]
            else { continue }
            let examples = then["examples"]?.elements ?? []
            func walk(_ rule: RawJSON, _ path: [String], _ more: [(name: String, value: RawJSON)]) {
                var rule = rule
                if let reference = rule["$ref"]?.string?.split(separator: "/").last {
                    rule = schema["$defs"]?[String(reference)] ?? .emptyObject
                }
                if let items = rule["items"] { walk(items, path + ["*"], []) }
                let required = (rule["required"]?.elements ?? []).compactMap(\.string)
                for (name, inner) in (rule["properties"]?.members ?? []) + more {
                    let place = path + [name]
                    guard examples.contains(where: { has($0, place[...]) }) else { continue }
                    if !required.contains(name) { members.append(Member(operation: operation, path: place)) }
                    if name != "limits" { walk(inner, place, []) }
                }
            }
            walk(then, [], common)
        }
        return members
    }()

    private static func has(_ json: RawJSON, _ path: ArraySlice<String>) -> Bool {
        guard let first = path.first else { return true }
        let rest = path.dropFirst()
        if first == "*" { return (json.elements ?? []).contains { has($0, rest) } }
        return json[first].map { has($0, rest) } ?? false
    }

    /// Returns a value without the member at a path.
    private static func dropping(_ path: ArraySlice<String>, from json: RawJSON) -> RawJSON {
        guard let first = path.first else { return json }
        let rest = path.dropFirst()
        if first == "*" { return json.elements.map { .array($0.map { dropping(rest, from: $0) }) } ?? json }
        guard let members = json.members else { return json }
        let kept = members.compactMap { member -> (name: String, value: RawJSON)? in
            guard member.name == first else { return member }
            return rest.isEmpty ? nil : (first, dropping(rest, from: member.value))
        }
        return .object(kept)
    }

    @Test("A testee that does not read a member fails a case", arguments: members)
    func dropped(member: Member) throws {
        let codec = CodecTestee()
        let claims = #""deviations":true,"unknown":true,"errorCodes":true,"canonical":true"#
        var testee = try ScriptedTestee(claims) { request in
            var json = RawJSON.object(request.members)
            if request.operation == member.operation { json = Self.dropping(member.path[...], from: json) }
            let line = TesteeRequest(request.operation, json.members ?? []).line(id: 1)
            return RawJSON(line: codec.answer(line: line.span)).flatMap { TesteeAnswer($0, id: 1) }
                ?? .malformed("no answer")
        }
        let runner = Runner(places: nil)
        for item in try library.get().cases where item.operation.rawValue == member.operation {
            let request = item.requestLines(places: nil).first.flatMap { RawJSON(line: Array($0.utf8)) }
            guard let request, Self.has(request, member.path[...]) else { continue }
            if try runner.run([item], on: &testee).first?.verdict != .passed { return }
        }
        #expect(Self.invisible[member.testDescription] != nil)
    }

    @Test("The schema has optional members of every kind")
    func size() {
        #expect(Self.members.count > 40)
    }
}
