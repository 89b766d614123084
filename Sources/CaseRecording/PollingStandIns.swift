// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// Replaces values in the texts of navigation and polling with stand-ins.
enum PollingStandIns {
    /// Rewrites an answer of navigation; the name of its function is kept only if it is the usual one.
    static func navigation(_ bytes: [UInt8], _ standIns: inout StandIns) throws(RecordingFault) -> [UInt8] {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "{")), let end = bytes.lastIndex(of: UInt8(ascii: "}")),
            start < end
        else { throw RecordingFault("an answer of navigation without an object", at: 0) }
        var bytes = bytes
        try JSONStandIns.rewrite(&bytes, start..<end + 1, &standIns)
        let name = bytes[..<start].prefix { $0 != UInt8(ascii: "(") }
        if !name.isEmpty, !name.elementsEqual(NavigationAnswer.usualCallback.utf8) {
            guard let text = String(validating: name, as: UTF8.self) else {
                throw RecordingFault("a text that is not UTF-8", at: 0)
            }
            bytes.replaceSubrange(name.startIndex..<name.endIndex, with: standIns.text(text).utf8)
        }
        return bytes
    }

    /// Rewrites the target and the body of a POST.
    static func request(
        _ target: [UInt8], _ body: [UInt8], _ standIns: inout StandIns
    ) throws(RecordingFault) -> (target: String, body: [UInt8]) {
        var request: PollingRequest
        do throws(DecodeError) {
            request = try PollingRequest(target: target.span, body: body.span)
        } catch {
            throw RecordingFault(error.code.rawValue, at: error.offset)
        }
        guard request.others.isEmpty else { throw RecordingFault("a parameter that is not known", at: 0) }
        if let topic = request.topic, !RMTPTopic.all.contains(where: { $0.name == topic }) {
            throw RecordingFault("an unknown topic", at: 0)
        }
        request.session = SecretText(standIns.text(request.session.revealed))
        request.targetID = request.targetID.map { standIns.text($0) }
        request.pid = request.pid.map { standIns.text($0) }
        var other = body
        if !body.isEmpty { try JSONStandIns.rewrite(&other, 0..<other.count, &standIns) }
        do throws(EncodeError) {
            return (try request.revealedTarget(), other)
        } catch {
            throw RecordingFault("a request that cannot be written", at: 0)
        }
    }
}
