// SPDX-License-Identifier: Apache-2.0

/// Enumerations that fields of messages use although no objectName is known for them (CMP-083).
extension ScanAssembly {
    /// Marks the enumerations of classes that extend a class of messages, such as a wrapper's custom message.
    mutating func findEnumerations() {
        guard !found.isEmpty, !enumerations.isEmpty else { return }
        for claim in claims.classes where claim.heritage.contains(where: ContentName.isMarked) {
            for field in claim.fields.prefix(256) {
                guard let declared = field.declaredType, let type = DeclaredTypes.element(of: declared) else {
                    continue
                }
                _ = enumeration(type, claim.file)
            }
        }
    }
}
