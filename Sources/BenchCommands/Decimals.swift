// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

enum Decimals {
    /// Returns a number with the given number of digits after the decimal point.
    static func text(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (abs(value) * scale).rounded(.toNearestOrEven)
        guard let units = Int(exactly: scaled), let whole = Int(exactly: scale) else { return "\(value)" }
        let sign = value < 0 && units != 0 ? "-" : ""
        if digits == 0 { return sign + String(units) }
        let rest = String(units % whole)
        return sign + "\(units / whole)." + String(repeating: "0", count: digits - rest.count) + rest
    }
}

#endif
