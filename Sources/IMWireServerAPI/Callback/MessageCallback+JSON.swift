// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The value of a callback as JSON, as the testee protocol has it (TST-203).
extension MessageCallback {
    /// The callback as a JSON object, with the number of its conversation type if the word is known (API-072).
    package var json: RawJSON {
        var object = JSONBuilder([
            "fromUserId": fromUserID, "toUserId": toUserID, "objectName": objectName.rawValue, "content": content,
            "channelType": channelType.rawValue, "msgTimestamp": sentTime, "msgUID": messageUID,
            "sensitiveType": sensitiveType, "source": source,
            "conversationType": channelType.conversationType.map { Int64($0.rawValue) },
        ])
        object.add("rest", some: unknownFields.map { [$0.name, $0.value] })
        return object.json
    }

    /// Creates a callback from a JSON object.
    ///
    /// - Throws: `encode.field` for a member that a callback does not have, that is required and absent, or that has
    ///   another type, and `encode.json` for a lone surrogate.
    package init(json: RawJSON) throws(EncodeError) {
        guard (try? RawJSON(parsing: json.text.utf8.span, limits: .unlimited, isStrict: true)) != nil else {
            throw EncodeError(.json)
        }
        let members = json.members ?? []
        func member(_ name: String) -> RawJSON? { members.last { $0.name.equals(name) }?.value }
        func text(_ name: String) throws(EncodeError) -> String? {
            guard let value = member(name) else { return nil }
            guard let text = value.string else { throw EncodeError(.field, path: "/" + name) }
            return text
        }
        func required(_ name: String) throws(EncodeError) -> String {
            guard let text = try text(name) else { throw EncodeError(.field, path: "/" + name) }
            return text
        }
        func integer(_ name: String) throws(EncodeError) -> Int64? {
            guard let value = member(name) else { return nil }
            guard let integer = value.number?.int64 else { throw EncodeError(.field, path: "/" + name) }
            return integer
        }
        let known = MessageCallback.names + ["conversationType", "rest"]
        for (name, _) in members where !known.contains(where: { $0.equals(name) }) {
            throw EncodeError(.field, path: "/" + name)
        }
        self.init(
            from: try required("fromUserId"), to: try required("toUserId"),
            channelType: ChannelType(rawValue: try required("channelType")),
            objectName: ObjectName(rawValue: try required("objectName")), content: try required("content"))
        (sentTime, sensitiveType) = (try integer("msgTimestamp"), try integer("sensitiveType"))
        (messageUID, source) = (try text("msgUID"), try text("source"))
        guard let fields = (member("rest") ?? .emptyArray).elements else { throw EncodeError(.field, path: "/rest") }
        for field in fields {
            guard let parts = field.elements, parts.count == 2, let name = parts[0].string, let value = parts[1].string
            else { throw EncodeError(.field, path: "/rest") }
            unknownFields.append(FormField(name, value))
        }
    }
}
