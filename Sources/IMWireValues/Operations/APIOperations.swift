// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireServerAPI

/// The operations on the requests and answers of the server API.
enum APIOperations {
    /// Decodes the body of a request (TST-180).
    static func decodeForm(_ request: JSONObject) throws(OperationError) -> RawJSON {
        try decode(request) { (service, bytes, mode) throws(DecodeError) in
            try ServiceRequest(service, decoding: bytes.span, mode: mode).json
        }
    }

    /// Encodes the body of a request (TST-180).
    static func encodeForm(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let (endpoint, value) = try value(request)
        return try OperationError.writing(ServiceRequest(endpoint, json: value).encoded())
    }

    /// Decodes an answer (TST-181).
    static func decodeAnswer(_ request: JSONObject) throws(OperationError) -> RawJSON {
        try decode(request) { (service, bytes, mode) throws(DecodeError) in
            try ServiceReply(service, decoding: bytes.span, mode: mode).json
        }
    }

    /// Encodes an answer (TST-200).
    static func encodeAnswer(_ request: JSONObject) throws(OperationError) -> [UInt8] {
        let (endpoint, value) = try value(request)
        return try OperationError.writing(ServiceReply(endpoint, json: value)).encoded()
    }

    /// Decodes the bytes of a request for an operation with `body`.
    private static func decode(
        _ request: JSONObject, _ body: (ServiceEndpoint, [UInt8], DecodingMode) throws(DecodeError) -> RawJSON
    ) throws(OperationError) -> RawJSON {
        let (endpoint, bytes) = (try endpoint(request), try request.bytes("bytes"))
        let json = try OperationError.reading(body(endpoint, bytes, request.mode))
        return .object(["value": JSONLine.onOneLine(json)])
    }

    /// The service and the value to encode.
    private static func value(_ request: JSONObject) throws(OperationError) -> (ServiceEndpoint, RawJSON) {
        let endpoint = try endpoint(request)
        guard let value = request["value"], value.kind == .object else { throw .unsupported("value is no object") }
        return (endpoint, value)
    }

    private static func endpoint(_ request: JSONObject) throws(OperationError) -> ServiceEndpoint {
        guard let path = request["path"]?.string, let endpoint = ServiceEndpoint(rawValue: path) else {
            throw .unsupported("no service with this path")
        }
        return endpoint
    }
}
