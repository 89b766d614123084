// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The value of an answer as JSON, as the testee protocol has it (TST-181, TST-200).
extension ServiceReply {
    /// Creates an answer from a JSON object, whose members must have exactly the types of the service's row (API-085).
    ///
    /// - Throws: `encode.field` for a member of another type and for an absent `code`, and `encode.json` for a lone
    ///   surrogate.
    package init(_ endpoint: ServiceEndpoint, json: RawJSON) throws(EncodeError) {
        guard (try? RawJSON(parsing: json.text.utf8.span, limits: .unlimited, isStrict: true)) != nil else {
            throw EncodeError(.json)
        }
        self.init(endpoint)
        code = nil
        for (name, value) in json.members ?? [] {
            guard admits(name, value) else { throw EncodeError(.field, path: "/" + name) }
            if name.equals("code") {
                code = value.number?.int64.map { Int(clamping: $0) }
            } else if endpoint.form.answer.contains(where: { $0.kind == .messageUIDs && $0.name.equals(name) }) {
                // API-086: a reader accepts strings, and a writer writes objects.
                guard let list = PublishedMessage.ordered(value) else { throw EncodeError(.field, path: "/" + name) }
                self[name] = list
            } else {
                self[name] = value
            }
        }
        message = text("errorMessage")
        if code == nil { throw EncodeError(.field, path: "/code") }
    }
}

extension PublishedMessage {
    /// Returns a list whose objects name the recipient first, or nil if an element is no object (API-086).
    fileprivate static func ordered(_ list: RawJSON) -> RawJSON? {
        let first = ["userId", "groupId", "chatroomId", "messageUID"]
        var objects: [RawJSON] = []
        for element in list.elements ?? [] {
            guard let members = element.members else { return nil }
            let known = first.compactMap { name in members.last { $0.name.equals(name) } }
            objects.append(.object(known + members.filter { member in !first.contains { $0.equals(member.name) } }))
        }
        return objects.json
    }
}
