// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues

/// The direction and version that the first byte of an input about RongCloud's packets selects.
struct RMTPSettings {
    /// The agreed format of the packets.
    let format: RMTPFormat

    /// Creates the settings from the byte.
    init(_ choice: UInt8) {
        format = RMTPFormat(choice & 1 == 0 ? .down : .up, RMTPVersion.allCases[Int(choice >> 1) % 3])
    }

    /// Returns the bytes of a case, preceded by the byte that selects its settings.
    static func seed(_ item: Case, framing: String, _ longest: Int) -> [UInt8]? {
        guard item.operation == .rmtpDecode, item.input.member("framing")?.string == framing,
            item.input.member("limits") == nil, item.input.member("key") == nil, item.input.bytes.count < longest
        else { return nil }
        let version = Int(item.input.member("protocolVersion")?.number?.int64 ?? 3)
        let direction: UInt8 = item.input.member("direction")?.string == "up" ? 1 : 0
        return [direction | UInt8(clamping: version - 2) << 1] + item.input.bytes
    }

    /// Returns the question for another implementation, or nil if the input cannot be asked.
    static func question(
        _ input: [UInt8], framing: String, _ members: [(name: String, value: RawJSON)] = []
    ) -> TesteeRequest? {
        guard let choice = input.first else { return nil }
        let format = RMTPSettings(choice & 7).format
        let bytes = Array(input.dropFirst())
        let chunk: RawJSON
        if framing == "xhr" {
            guard let text = String(validating: bytes, as: UTF8.self),
                let list = try? RawJSON(text: "[\(RawJSON(text).text)]")
            else {
                return nil
            }
            chunk = list
        } else {
            chunk = .array([.base64(bytes)])
        }
        return TesteeRequest(
            "rmtp.decode",
            [
                ("framing", RawJSON(framing)), ("direction", RawJSON(format.direction.rawValue)),
                ("protocolVersion", (try? RawJSON(text: String(format.version.rawValue))) ?? "3"), ("chunks", chunk),
                ("mode", "lenient"),
            ] + members)
    }
}
