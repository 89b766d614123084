// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The chunks of a request about a stream, with their arrival times.
struct StreamChunks {
    private var chunks: [[UInt8]] = []
    private var times: [Int64] = []
    private let ends: Bool

    /// Creates the chunks from `chunks`, `end`, and, if the operation has them, `times`.
    ///
    /// - Parameter areTexts: whether a chunk is the text itself instead of its bytes in Base64 (TST-088).
    init(_ request: JSONObject, timed: Bool, areTexts: Bool = false) throws(OperationError) {
        for chunk in request["chunks"]?.elements ?? [] {
            let bytes = areTexts ? Array((chunk.string ?? "").utf8) : chunk.base64
            guard let bytes else { throw .unsupported("a chunk is not Base64") }
            chunks.append(bytes)
        }
        ends = request["end"]?.boolean ?? false
        guard timed, let given = request["times"]?.elements else { return }
        times = given.map { $0.number?.int64 ?? 0 }
        if times.count != chunks.count { throw .unsupported("times and chunks differ in number") }
    }

    /// Feeds the chunks to a reader, and passes the results that it returns after each chunk to `handle`.
    func feed<Reader: PieceReader & ~Copyable>(
        to reader: inout Reader, _ handle: (Result<Reader.Item, StreamFault>) -> Void
    ) {
        for (index, chunk) in chunks.enumerated() {
            reader.feed(chunk.span, at: index < times.count ? times[index] : 0)
            while let item = reader.nextResult() { handle(item) }
        }
        if ends { reader.finish() }
        while let item = reader.nextResult() { handle(item) }
    }
}

/// The settings for reading a stream of the socket chat protocol.
package struct StreamSettings {
    package let mode: DecodingMode
    package let limits: ChatFramingLimits
    package let contentLimits: DecodingLimits

    package init(_ request: JSONObject) throws(OperationError) {
        mode = request.mode
        let limits = try StreamLimits(request["limits"])
        self.limits = limits.framing
        contentLimits = limits.contents
    }
}

extension StreamFault {
    /// The fault as an item of an answer (TST-065).
    package var item: RawJSON {
        let error = RawJSON.object([
            "code": error.code.rawValue, "offset": error.offset, "scope": scope.rawValue,
            "path": error.path.isEmpty ? nil : error.path, "inner": inner,
        ])
        return .object(["error": error, "batch": position.map { [$0.index, $0.count] }])
    }
}
