// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The tokens that the server issues and accepts: a user's id, signed with the app secret.
package struct ServedTokens: Sendable {
    package let appKey: String
    package let secret: Secret
    /// Whether any text is accepted as the token of the user with that id, and any signature as the right one.
    package let acceptsAny: Bool

    package init(appKey: String, secret: Secret, acceptsAny: Bool) {
        self.appKey = appKey
        self.secret = secret
        self.acceptsAny = acceptsAny
    }

    /// Returns the token of a user: the signature of the app key and the id, a period, and the id.
    ///
    /// - Parameter expiry: The time before which the user's tokens are invalid, which the signature includes; 0 if
    ///   there is none.
    package func token(for user: String, after expiry: Int64 = 0) -> Secret {
        Secret(RequestSignature.sign(secret: secret, nonce: nonce(expiry), timestamp: user) + "." + user)
    }

    private func nonce(_ expiry: Int64) -> String { expiry == 0 ? appKey : "\(appKey)\n\(expiry)" }

    /// Returns the user that a token belongs to, or nil if the token is invalid.
    ///
    /// SDKs append an `@` and host names to the token, which are ignored.
    /// - Parameter expiry: A closure that returns the time before which tokens of a user are invalid.
    package func user(of token: String, after expiry: (String) -> Int64 = { _ in 0 }) -> String? {
        let token = token.prefix { $0 != "@" }
        guard token.utf8.count <= 256 else { return nil }
        if let point = token.firstIndex(of: "."), token[..<point].utf8.count == 40 {
            let user = String(token[token.index(after: point)...])
            let isSigned = RequestSignature.verify(
                String(token[..<point]), secret: secret, nonce: nonce(expiry(user)), timestamp: user)
            let isHex = token[..<point].utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            if isSigned || acceptsAny && isHex, ServedTokens.isID(user) { return user }
        }
        return acceptsAny && ServedTokens.isID(token) ? String(token) : nil
    }

    /// Returns whether a text is a valid id (API-020).
    package static func isID(_ text: some StringProtocol) -> Bool { (1...64).contains(text.utf8.count) }
}
