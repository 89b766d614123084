// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A reader of the bytes that a testee encoded, for comparing their content (TST-085).
enum StreamReading {
    /// Returns the items of a stream, decoded with the parameters of the case, or nil if they cannot be read.
    static func items(_ bytes: [UInt8], like item: Case) -> RawJSON? {
        let operation: Case.Operation =
            switch item.operation {
            case .frameEncode: .frameDecode
            case .rmtpEncode: .rmtpDecode
            default: .chatDecode
            }
        let shared = ["framing", "delimiter", "encoding", "beat", "direction", "protocolVersion", "key"]
        var members = shared.compactMap { name in item.input.member(name).map { (name: name, value: $0) } }
        members.append(("chunks", .array([.base64(bytes)])))
        let line = TesteeRequest(operation.rawValue, members).line(id: 1)
        guard let answer = RawJSON(line: CodecTestee().answer(line: line.span)) else { return nil }
        return answer["ok"]?["items"]
    }
}
