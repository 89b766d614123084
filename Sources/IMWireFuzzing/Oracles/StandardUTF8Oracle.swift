// SPDX-License-Identifier: Apache-2.0

/// `differential.utf8`: the standard library accepts the same bytes, and finds the first error at the same offset.
enum StandardUTF8Oracle {
    /// Checks the offset of the first error that the codec has found, or nil if it has found none.
    static func check(_ input: [UInt8], _ fault: Int?, _ observation: inout Observation) {
        let isValid = String(validating: input, as: UTF8.self) != nil
        if isValid != (fault == nil) { return observation.violate(.standardUTF8, at: isValid ? "refused" : "accepted") }
        guard let fault else { return }
        guard (0..<input.count).contains(fault) else { return observation.violate(.standardUTF8, at: "offset outside") }
        // The prefix is well-formed, and the sequence at the error is not.
        let isPrefixValid = String(validating: input[..<fault], as: UTF8.self) != nil
        let isLater = (1...4).contains { length in
            fault + length <= input.count && String(validating: input[fault..<fault + length], as: UTF8.self) != nil
        }
        if !isPrefixValid || isLater { observation.violate(.standardUTF8, at: "offset", "at \(fault)") }
    }
}
