// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The outcomes of a case in the form of an answer.
enum AnswerForm {
    static func refusal(_ code: String, _ offset: Int?, _ path: String?) -> RawJSON {
        .object(["error": RawJSON.object(["code": code, "offset": offset, "path": path])])
    }

    /// Returns an outcome in the form of an answer.
    ///
    /// The bytes to write are in the member `bytes` in Base64, with `exact` if their spelling is compared.
    static func expected(_ outcome: Case.Expectation, _ item: Case) -> RawJSON {
        if outcome.isSkip { return .object([("skipped", RawJSON("the request is not understood"))]) }
        if let error = outcome.error { return refusal(error.code, error.offset, error.path) }
        let bytes: Set = ["text", "hex", "repeat"]
        var members = (outcome.json.members ?? []).filter { !bytes.contains($0.name) }
            .map { $0.name == "items" ? ("items", items($0.value)) : $0 }
        if let written = outcome.bytes { members.insert(("bytes", .base64(written)), at: 0) }
        return .object([("ok", .object(members))])
    }

    /// Returns the items of a case in the form in which a testee writes them.
    static func items(_ list: RawJSON) -> RawJSON {
        .array(
            (list.elements ?? []).map { item in
                .object(
                    (item.members ?? []).map { member in
                        switch member.name {
                        case "frame": (member.name, CaseInput.frame(member.value))
                        case "packet": (member.name, CaseInput.packet(member.value))
                        case "trailing":
                            (member.name, .base64(member.value.string.flatMap(HexBytes.read) ?? []))
                        default: member
                        }
                    })
            })
    }
}
