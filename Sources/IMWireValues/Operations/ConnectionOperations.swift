// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The operations on the URL of a connection.
enum ConnectionOperations {
    /// Decodes a URL (TST-205).
    static func decode(_ request: JSONObject) throws(OperationError) -> RawJSON {
        let bytes = try request.bytes("bytes")
        let url = try OperationError.reading(ConnectionURL(parsing: bytes.span, mode: request.mode))
        var value = JSONBuilder([
            "isSecure": url.isSecure, "host": url.host, "appId": url.appKey, "token": url.token.revealed,
            "sdkVer": url.sdkVersion, "apiVer": url.apiVersion,
        ])
        value.add("others", some: url.others.map { [$0.name, $0.value] })
        return .object(["value": value.json])
    }

    /// Encodes a URL (TST-205).
    static func encode(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let value = JSONObject(try request.member("value"))
        guard let isSecure = value["isSecure"]?.boolean else { throw .unsupported("isSecure is missing") }
        let others = try value["others"]?.pairs().map { FormField($0.name, $0.value) }
        let url = ConnectionURL(
            host: try value.text("host"), appKey: try value.text("appId"), token: SecretText(try value.text("token")),
            sdkVersion: value["sdkVer"]?.string, apiVersion: value["apiVer"]?.string, others: others ?? [],
            isSecure: isSecure)
        return Array(try OperationError.writing(url.revealed()).utf8)
    }
}
