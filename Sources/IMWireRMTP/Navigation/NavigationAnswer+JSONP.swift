// SPDX-License-Identifier: Apache-2.0

import IMWire

extension NavigationAnswer {
    /// The name of the callback function that the SDKs request.
    public static let usualCallback = "getServerEndpoint"

    /// A decoded answer.
    public struct Reading: Hashable, Sendable {
        /// The answer.
        public var answer: NavigationAnswer
        /// The name of the callback function, or nil if there is none (DEV-139).
        public var callback: String?
        /// The deviations, whose offsets count in the whole text.
        public var deviations: [Deviation]
    }

    /// Reads the text of an answer, `name({…});`, without executing any of it (RMTP-210, RMTP-211).
    ///
    /// - Throws: `json.*`, `field.type` or `limit.*`, with offsets into the whole text; in strict mode also for each
    ///   deviation.
    public static func read(
        _ text: Span<UInt8>, mode: DecodingMode = .lenient, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodeError) -> Reading {
        if text.count > limits.contentBytes { throw DecodeError(.limitSize, offset: 0) }
        var place = JSONPText(text)
        place.skipSpace()
        let start = place.position
        if place.next == UInt8(ascii: "{") {
            if mode == .strict { throw DecodeError(.jsonSyntax, offset: start) }
            let object = try read(text, from: 0, to: text.count, mode, limits)
            let deviations = [Deviation(.missingCallback, offset: start)] + object.deviations
            return Reading(answer: object.content, callback: nil, deviations: deviations)
        }
        let name = try place.name()
        place.skipSpace()
        try place.consume(UInt8(ascii: "("))
        let opening = place.position
        // An error in the value takes precedence over an error after it.
        let object = try read(text, from: opening, to: place.skipValue(), mode, limits)
        try place.close()
        return Reading(answer: object.content, callback: name, deviations: object.deviations)
    }

    /// Creates an answer from its text in lenient mode.
    ///
    /// - Throws: as ``read(_:mode:limits:)``.
    public init(text: [UInt8]) throws(DecodeError) {
        self = try NavigationAnswer.read(text.span).answer
    }

    /// Returns the text of the answer, wrapped in a callback and followed by a semicolon, as the SDKs expect it
    /// (RMTP-213).
    ///
    /// - Throws: `encode.callback` if the name is not valid in JSONP (RMTP-213).
    public func encoded(callback: String = NavigationAnswer.usualCallback) throws(EncodeError) -> [UInt8] {
        var name = JSONPText(callback.utf8.span)
        guard (try? name.name()) != nil, name.isAtEnd else { throw EncodeError(.callback) }
        var writer = ContentEncoder()
        encode(to: &writer)
        return Array(callback.utf8) + [UInt8(ascii: "(")] + writer.bytes + [UInt8(ascii: ")"), UInt8(ascii: ";")]
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
    /// A navigation answer without its callback function (RMTP-211).
    static let missingCallback = Deviation.ID(139)
}
