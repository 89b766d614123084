// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWire
import IMWireServerAPI

/// Tokens that the server gives out and takes: a user's id, signed by the app secret.
package struct ServedTokens: Sendable {
    package let appKey: String
    package let secret: Secret
    /// Whether any text is taken for the id of a user.
    package let takesAny: Bool

    package init(appKey: String, secret: Secret, takesAny: Bool) {
        self.appKey = appKey
        self.secret = secret
        self.takesAny = takesAny
    }

    /// The token of a user: the signature of the app key and the id, a point, and the id.
    package func token(for user: String) -> Secret {
        Secret(RequestSignature.sign(secret: secret, nonce: appKey, timestamp: user) + "." + user)
    }

    /// Whose token it is; nil where it is nobody's.
    ///
    /// SDKs put an `@` and hosts behind it.
    package func user(of token: String) -> String? {
        let token = token.prefix { $0 != "@" }
        guard token.utf8.count <= 256 else { return nil }
        if let point = token.firstIndex(of: "."), token[..<point].utf8.count == 40 {
            let user = String(token[token.index(after: point)...])
            let isSigned = RequestSignature.verify(
                String(token[..<point]), secret: secret, nonce: appKey, timestamp: user)
            if isSigned, ServedTokens.isId(user) { return user }
        }
        return takesAny && ServedTokens.isId(token) ? String(token) : nil
    }

    /// Whether a text can be an id (API-020).
    static func isId(_ text: some StringProtocol) -> Bool { (1...64).contains(text.utf8.count) }
}

#endif
