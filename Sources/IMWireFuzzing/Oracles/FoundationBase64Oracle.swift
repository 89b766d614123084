// SPDX-License-Identifier: Apache-2.0

import IMWire
import Platform

/// `differential.base64`: Foundation reads and writes the same Base64, except for ``KnownDifference``.
enum FoundationBase64Oracle {
    /// Checks the result of decoding a text, and the Base64 of the same bytes.
    static func check(
        _ input: [UInt8], _ decoded: [UInt8]?, _ written: String, _ observation: inout Observation
    ) {
        if Data(input).base64EncodedString() != written { observation.violate(.foundationBase64, at: "written") }
        let theirs = Data(base64Encoded: Data(input))
        // White space is removed first, then the prefix (CNT-040).
        let bare = input.filter { $0 != .space && $0 != .tab && $0 != .lineFeed && $0 != .carriageReturn }
        let comma = bare.starts(with: Array("data:".utf8)) ? bare.firstIndex(of: .comma).map { $0 + 1 } ?? 0 : 0
        let plain = Array(bare[comma...])
        // Bytes have one spelling. Any other text is not Base64, even if Foundation accepts it.
        if let decoded, !Data(decoded).base64EncodedString().utf8.elementsEqual(plain) {
            observation.violate(.foundationBase64, at: "another spelling is accepted")
        }
        guard let theirs else {
            // base64-space, base64-data: Foundation must accept the text without white space and prefix.
            guard let decoded else { return }
            if Data(base64Encoded: Data(plain)).map(Array.init) != decoded {
                observation.violate(.foundationBase64, at: "only the codec accepts")
            }
            return
        }
        guard let decoded else {
            // base64-bits: encoding the bytes again produces a different text.
            if Data(theirs).base64EncodedString().utf8.elementsEqual(input) {
                observation.violate(.foundationBase64, at: "only Foundation accepts")
            }
            return
        }
        if decoded != Array(theirs) { observation.violate(.foundationBase64, at: "bytes") }
    }
}
