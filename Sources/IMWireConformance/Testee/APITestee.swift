// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI
import IMWireValues

/// The operations of the testee on the server API.
enum APITestee {
    /// Signs a request (TST-095).
    static func sign(_ request: JSONObject) throws(Unsupported) -> RawJSON {
        guard let secret = request["secret"]?.string, let nonce = request["nonce"]?.string,
            let timestamp = request["timestamp"]?.string
        else { throw Unsupported("secret, nonce or timestamp is missing") }
        let signature = RequestSignature.sign(secret: Secret(secret), nonce: nonce, timestamp: timestamp)
        return .object([("signature", RawJSON(signature))])
    }
}
