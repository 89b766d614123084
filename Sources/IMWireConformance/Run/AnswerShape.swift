// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The required members of an `ok`: those of its operation, and those that the testee said it reports (TST-102).
package struct AnswerShape {
    let hello: TesteeHello

    package init(hello: TesteeHello) {
        self.hello = hello
    }

    /// Returns what an answer lacks, or nil if it has all required members.
    package func fault(in ok: RawJSON, to operation: String) -> String? {
        let ok = JSONObject(ok)
        switch operation {
        case "content.decode": return value(ok) ?? unknown(in: ok) ?? deviations(in: ok)
        case "rmtp.envelope.decode": return value(ok) ?? deviations(in: ok)
        case "rmtp.navigation.decode": return object(ok) ?? unknown(in: ok) ?? deviations(in: ok)
        case "rmtp.body.decode", "rmtp.request.decode": return object(ok) ?? deviations(in: ok)
        case "rmtp.request.encode", "rmtp.convert", "rmtp.envelope.encode", "api.form.decode", "api.answer.decode",
            "api.headers.decode", "api.headers.encode", "api.query.decode", "api.url.decode":
            return object(ok)
        case "api.callback.decode": return value(ok)
        case "schema.check":
            return ok["value"]?.elements?.allSatisfy { $0.kind == .string } == true
                ? nil : "the value is no list of names"
        case "content.validate": return fault(strings: "deviations", in: ok, isRequired: true)
        case "content.member":
            return ok["value"]?.elements.map { $0.count <= 1 } == true ? nil : "the value is not a list of at most one"
        case "content.describe": return description(ok)
        case "frame.decode": return stream(ok) { frame($0) }
        case "chat.decode": return stream(ok) { chatMessage($0) }
        case "rmtp.decode": return stream(ok) { packet($0) }
        case "session.run": return actions(ok)
        case "api.sign": return ok["signature"]?.string == nil ? "the answer has no signature" : nil
        default:
            return ok["bytes"]?.string.flatMap(Base64.decode) == nil ? "the answer has no Base64 bytes" : nil
        }
    }

    private func value(_ ok: JSONObject) -> String? { ok["value"] == nil ? "the answer has no value" : nil }

    private func object(_ ok: JSONObject) -> String? {
        ok["value"]?.kind == .object ? nil : "the answer's value is not an object"
    }

    private func description(_ ok: JSONObject) -> String? {
        if ok["category"]?.string == nil { return "the answer has no category" }
        guard let flags = ok["persistence"], flags.kind == .null || flags.number?.int64 != nil else {
            return "the answer's persistence is neither an integer nor null"
        }
        guard let digest = ok["digest"], digest.kind != .null else { return nil }
        return digest.kind == .string ? nil : "the digest is not a string"
    }

    // MARK: Streams

    private func stream(_ ok: JSONObject, _ fault: (JSONObject) -> String?) -> String? {
        guard let items = ok["items"]?.elements else { return "the answer has no items" }
        guard let pending = ok["pending"]?.number?.int64, pending >= 0 else { return "the answer has no pending" }
        for (index, item) in items.enumerated() {
            if let fault = itemFault(JSONObject(item), fault) { return "item \(index) \(fault)" }
        }
        return nil
    }

    private func itemFault(_ item: JSONObject, _ fault: (JSONObject) -> String?) -> String? {
        guard let error = item["error"] else { return fault(item) }
        guard error["code"]?.string?.isEmpty == false else { return "has an error without a code" }
        guard let scope = error["scope"]?.string, ["message", "connection"].contains(scope) else {
            return "has an error without a scope"
        }
        return item.members.contains { ["frame", "message", "packet"].contains($0.name) }
            ? "has both an error and a value" : nil
    }

    private func frame(_ item: JSONObject) -> String? {
        guard let frame = item["frame"], frame.kind == .object else { return "has neither a frame nor an error" }
        return AnswerShape.missing(["type", "flags", "sequence", "payload"], frame).map { "has a frame without \($0)" }
    }

    private func chatMessage(_ item: JSONObject) -> String? {
        guard item["message"]?.kind == .object else { return "has neither a message nor an error" }
        if item["kind"]?.string == nil { return "has no kind" }
        return deviations(in: item)
    }

    private func packet(_ item: JSONObject) -> String? {
        guard let packet = item["packet"], packet.kind == .object else { return "has neither a packet nor an error" }
        return AnswerShape.missing(["packet", "qos", "dup", "retain"], packet).map { "has a packet without \($0)" }
            ?? deviations(in: item)
    }

    private func actions(_ ok: JSONObject) -> String? {
        guard let actions = ok["actions"]?.elements else { return "the answer has no actions" }
        for (index, action) in actions.enumerated() {
            let action = JSONObject(action)
            if action["at"]?.number?.int64 == nil || action["action"]?.string == nil {
                return "action \(index) has no at, or no action"
            }
        }
        return nil
    }

    // MARK: Lists of names

    private func unknown(in json: JSONObject) -> String? {
        fault(strings: "unknown", in: json, isRequired: hello.reportsUnknown)
    }

    private func deviations(in json: JSONObject) -> String? {
        fault(strings: "deviations", in: json, isRequired: hello.reportsDeviations)
    }

    private func fault(strings name: String, in json: JSONObject, isRequired: Bool) -> String? {
        guard let value = json[name] else {
            return isRequired ? "reports no \(name), although hello declares them" : nil
        }
        guard let elements = value.elements, elements.allSatisfy({ $0.kind == .string }) else {
            return "has \(name) that are not a list of strings"
        }
        return nil
    }

    private static func missing(_ names: [String], _ json: RawJSON) -> String? {
        let object = JSONObject(json)
        return names.first { object[$0] == nil }
    }
}
