// SPDX-License-Identifier: Apache-2.0

/// The names of the fields that a getter may return: `getPrice()` may return `price`, `mPrice` or `_price`.
enum GetterNames {
    /// Returns the names, or none if the name is not that of a getter.
    static func fields(of getter: String) -> [String] {
        for prefix in ["get", "is"] where getter.hasPrefix(prefix) {
            let stem = getter.dropFirst(prefix.count)
            guard let first = stem.first, first.isUppercase else { continue }
            let name = first.lowercased() + stem.dropFirst()
            return [getter, name, "m" + stem, "_" + name] + (prefix == "is" ? [] : ["is" + stem])
        }
        return []
    }
}
