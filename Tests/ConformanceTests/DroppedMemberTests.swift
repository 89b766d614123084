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

    /// The members whose value changes no answer, each with the reason.
    ///
    /// A case of the operation `request` shows that a testee reads them: it skips a request in which they have a wrong
    /// value (TST-101).
    private static let withoutEffect: [String: String] = [
        "frame.decode mode": "a packet has no deviation, so both modes read the same packets",
        "frame.decode times": "only a set of fragments has an age, and fragments are not joined",
        "rmtp.encode packet/type": "the name of the packet contains the type, and no other type is allowed (TST-089)",
        "rmtp.envelope.decode packet/qos": "the envelope of RMTP-180 has no such member",
        "rmtp.envelope.decode packet/messageId": "the envelope of RMTP-180 has no such member",
        "rmtp.envelope.decode receipt/messageId": "the request itself pairs the PUBACK with the PUBLISH (TST-112)",
        "rmtp.envelope.decode receipt/status": "the envelope of RMTP-180 has no such member",
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
        let hasEffect = try fails(member) { $0.operation.rawValue == member.operation }
        let reason = Self.withoutEffect[member.testDescription]
        #expect(hasEffect == (reason == nil), "a case shows the member, so that it needs no reason, or none does")
        #expect(try hasEffect || fails(member) { $0.operation.rawValue == "request" })
    }

    /// Returns whether a testee to which a proxy sends requests without a member fails one of the cases.
    private func fails(_ member: Member, _ isIncluded: (Case) -> Bool) throws -> Bool {
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
        for item in try library.get().cases where isIncluded(item) {
            let request = item.requestLines(places: nil).first.flatMap { RawJSON(line: Array($0.utf8)) }
            guard let request, request["op"]?.string == member.operation, Self.has(request, member.path[...]) else {
                continue
            }
            if try runner.run([item], on: &testee).first?.verdict != .passed { return true }
        }
        return false
    }

    @Test("Every reason is that of a member of the schema")
    func reasons() {
        let names = Set(Self.members.map(\.testDescription))
        #expect(Self.withoutEffect.keys.filter { !names.contains($0) }.isEmpty)
    }

    @Test("The schema has optional members of every kind")
    func size() {
        #expect(Self.members.count > 40)
    }
}
