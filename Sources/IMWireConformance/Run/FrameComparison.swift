// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A comparison of the packets that a testee wrote with those that a case expects (TST-206).
///
/// Messages that are equal after decoding may have been written deflated or plain, whole or in fragments.
enum FrameComparison {
    /// Returns the first difference, or nil if the packets are as expected.
    static func fault(_ bytes: [UInt8], _ expected: [RawJSON]) -> String? {
        let request = JSONObject([("chunks", .array([.base64(bytes)])), ("end", .boolean(true))])
        guard let answer = try? Operation.perform("frame.decode", request).json,
            let items = answer["items"]?.elements
        else { return "the bytes are no packets" }
        guard items.count == expected.count else { return "there are \(items.count) packets, not \(expected.count)" }
        for (index, (item, wanted)) in zip(items, expected).enumerated() {
            guard let frame = item["frame"] else { return "packet \(index) is damaged" }
            if let fault = fault(frame, wanted) { return "packet \(index): \(fault)" }
        }
        return nil
    }

    /// Compares the members that the expectation states.
    private static func fault(_ frame: RawJSON, _ expected: RawJSON) -> String? {
        let bytes = frame["payload"]?.string.flatMap(Base64.decode)?.count ?? 0
        for (name, wanted) in expected.members ?? [] {
            switch name {
            case "bytes":
                if wanted.number?.int64 != Int64(bytes) { return "there are \(bytes) bytes, not \(wanted.text)" }
            case "mostBytes":
                guard let most = wanted.number?.int64, bytes <= most else {
                    return "there are \(bytes) bytes, more than \(wanted.text)"
                }
            case "fragment":
                for (name, wanted) in wanted.members ?? [] {
                    let found = frame["fragment"]?[name]
                    if found?.number?.int64 != wanted.number?.int64 {
                        return "the \(name) of the fragment is \(found?.text ?? "absent"), not \(wanted.text)"
                    }
                }
            default:
                let found = frame[name] ?? .null
                if JSONEquality.difference(wanted, found, spelling: false) != nil {
                    return "the \(name) is \(found.text), not \(wanted.text)"
                }
            }
        }
        return nil
    }
}
