// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// The chunks of a request about a stream, and when each came.
struct StreamChunks {
    private var chunks: [[UInt8]] = []
    private var times: [Int64] = []
    private let ends: Bool

    /// Reads `chunks`, `end`, and `times` where the operation has them.
    ///
    /// - Parameter areTexts: whether a chunk is the text itself, and not its bytes in Base64 (TST-088).
    init(_ request: JSONObject, timed: Bool, areTexts: Bool = false) throws(Unsupported) {
        for chunk in request["chunks"]?.elements ?? [] {
            let bytes = areTexts ? Array((chunk.string ?? "").utf8) : chunk.string.flatMap { Base64.decode($0) }
            guard let bytes else { throw Unsupported("a chunk is not Base64") }
            chunks.append(bytes)
        }
        ends = request["end"]?.boolean ?? false
        guard timed, let given = request["times"]?.elements else { return }
        times = given.map { $0.number?.int64 ?? 0 }
        if times.count != chunks.count { throw Unsupported("times and chunks are not as many") }
    }

    /// Puts the chunks to a reader, and hands out what it gives behind each.
    func put<Reader: PieceReader & ~Copyable>(
        to reader: inout Reader, _ take: (Result<Reader.Item, StreamFault>) -> Void
    ) {
        for (index, chunk) in chunks.enumerated() {
            reader.feed(chunk.span, at: index < times.count ? times[index] : 0)
            while let item = reader.nextResult() { take(item) }
        }
        if ends { reader.finish() }
        while let item = reader.nextResult() { take(item) }
    }
}

/// How a stream of the socket chat protocol is to be read.
struct StreamSettings {
    let mode: DecodingMode
    let limits: FramingLimits
    let contentLimits: DecodingLimits

    init(_ request: JSONObject) throws(Unsupported) {
        mode = request.mode
        let limits = try StreamLimits(request["limits"])
        self.limits = limits.framing
        contentLimits = limits.contents
    }
}

extension StreamFault {
    /// The item of an answer (TST-065).
    var item: RawJSON {
        var text: [UInt8] = []
        var writer = ChatItemWriter()
        writer.append(.failure(self), to: &text)
        return RawJSON(scanned: String(decoding: text, as: UTF8.self))
    }
}
