// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireServerAPI

@_cdecl("imwire_sign") @implementation
public func imwire_sign(
    _ secret: CText, _ secret_size: Int, _ nonce: CText, _ nonce_size: Int, _ timestamp: CText, _ timestamp_size: Int,
    _ signature: CBuffer
) -> Int32 {
    answer(nil) { () throws(Failure) in
        let output = try Output(signature)
        let text = RequestSignature.sign(
            secret: Secret(bytes: Array(try Input.text(secret, secret_size))),
            nonce: try Input.string(nonce, nonce_size), timestamp: try Input.string(timestamp, timestamp_size))
        try output.append(text.utf8.span)
        return IMWIRE_OK
    }
}
