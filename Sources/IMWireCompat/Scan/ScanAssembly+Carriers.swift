// SPDX-License-Identifier: Apache-2.0

/// Classes that carry the names of other types, such as the body of a request or a row of a table (CMP-087).
extension ScanAssembly {
    /// Returns whether the expression of a class's objectName is a field that its users fill, in a class that is no
    /// content and no base class of contents.
    func isCarrier(_ index: Int, _ expression: SourceExpression) -> Bool {
        let claim = claims.classes[index]
        guard expression.terms.count == 1, case .name(let path)? = expression.terms.first, let field = path.last,
            path.count == 1 || ["this", "self"].contains(path.first), !bases.contains(claim.name),
            !claim.heritage.contains(where: { $0.hasSuffix("Message") || $0.hasSuffix("Content") })
        else { return false }
        return relatives(of: index).contains { relative in
            (claims.classes[relative].fields + claims.classes[relative].hidden).contains { key in
                key.fields.contains(field) && key.defaultValue == nil
            }
        }
    }
}
