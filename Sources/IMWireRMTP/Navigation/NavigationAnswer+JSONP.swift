// SPDX-License-Identifier: Apache-2.0

import IMWire

extension NavigationAnswer {
    /// The name of the function that the SDKs ask for.
    public static let usualCallback = "getServerEndpoint"

    /// An answer as it was read.
    public struct Reading: Hashable, Sendable {
        /// The answer.
        public var answer: NavigationAnswer
        /// The function around it; nil where there is none (DEV-139).
        public var callback: String?
        /// What deviated; offsets count in the whole text.
        public var deviations: [Deviation]
    }

    /// Reads the text of an answer: `name({…});` (RMTP-210, RMTP-211).
    ///
    /// Nothing is executed.
    ///
    /// - Throws: `json.*`, `field.type` or `limit.*`, offsets counted in the whole text; in strict mode for each deviation.
    public static func read(
        _ text: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Reading {
        if text.count > limits.contentBytes { throw DecodeError(.limitSize, offset: 0) }
        var place = JSONPText(text)
        place.skipSpace()
        let start = place.position
        if place.next == 0x7b {
            if mode == .strict { throw DecodeError(.jsonSyntax, offset: start) }
            let object = try read(text, from: 0, to: text.count, mode, limits)
            let deviations = [Deviation(.missingCallback, offset: start)] + object.deviations
            return Reading(answer: object.content, callback: nil, deviations: deviations)
        }
        let name = try place.name()
        place.skipSpace()
        try place.take(0x28)
        let opening = place.position
        // What is wrong with the value comes before what is wrong behind it.
        let object = try read(text, from: opening, to: place.skipValue(), mode, limits)
        try place.close()
        return Reading(answer: object.content, callback: name, deviations: object.deviations)
    }

    /// Reads the text of an answer, leniently.
    ///
    /// - Throws: as ``read(_:mode:limits:)``.
    public init(text: [UInt8]) throws(DecodeError) {
        self = try NavigationAnswer.read(text.span).answer
    }

    /// The text of the answer with a function around it and a semicolon behind it, as the SDKs expect it (RMTP-213).
    ///
    /// - Throws: `encode.callback` where JSONP cannot have the name (RMTP-213).
    public func encoded(callback: String = NavigationAnswer.usualCallback) throws(EncodeError) -> [UInt8] {
        var name = JSONPText(callback.utf8.span)
        guard (try? name.name()) != nil, name.isAtEnd else { throw EncodeError(.callback) }
        var writer = ContentWriter()
        encode(to: &writer)
        return Array(callback.utf8) + [0x28] + writer.bytes + [0x29, 0x3b]
    }

    private static func read(
        _ text: Span<UInt8>, from start: Int, to end: Int, _ mode: DecodingMode, _ limits: DecodingLimits
    ) throws(DecodeError) -> Decoded<NavigationAnswer> {
        do {
            return try NavigationAnswer.decodeAlone(text.extracting(start..<end), mode: mode, limits: limits)
        } catch {
            throw DecodeError(error.code, offset: error.offset + start, path: error.path)
        }
    }
}

extension Deviation.ID {
    /// A navigation answer came without its function (RMTP-211).
    static let missingCallback = Deviation.ID(139)
}
