// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireRMTP
import IMWireValues
import TextSupport

/// A report of an inspection as lines: text for people (``InspectionText``) or JSON for programs (``InspectionJSON``).
package protocol InspectionReport {
    /// Returns the description of the input.
    func head(_ input: InspectedInput) -> [String]
    /// Returns a part of the input.
    func lines(_ part: InspectedPart, of bytes: [UInt8]) -> [String]
    /// Returns the summary.
    func end(_ summary: InspectionSummary, of input: InspectedInput) -> [String]
}

/// The properties of an input that are known before its parts are read.
package struct InspectedInput: Sendable {
    /// The protocol of an input, with the properties that its bytes do not state.
    package enum Kind: Sendable {
        case chat(StreamFraming)
        case rmtp(RMTPFraming, RMTPFormat)
    }

    /// The protocol.
    package var kind: Kind
    /// The form in which a file holds the bytes: `binary`, `hex`, `base64` or `log`.
    package var form: String
    /// The number of bytes.
    package var bytes: Int
    /// The reasons for the detected properties.
    package var reasons: [String]
    /// Whether the framing or the direction was detected.
    package var isDetected: Bool
    /// Whether the input has more bytes than were read.
    package var isCut: Bool

    /// Creates a description of an input.
    package init(
        _ kind: Kind, form: String, bytes: Int, reasons: [String], isDetected: Bool, isCut: Bool
    ) {
        self.kind = kind
        self.form = form
        self.bytes = bytes
        self.reasons = reasons
        self.isDetected = isDetected
        self.isCut = isCut
    }

    /// The name of a part: `packet`, `line`, `reply` or `message`.
    package var noun: String {
        switch kind {
        case .chat(.line): "line"
        case .chat(.packet), .rmtp(.tcp, _): "packet"
        case .rmtp(.xhr, _): "reply"
        case .rmtp(.websocket, _): "message"
        }
    }

    /// Returns a number of parts with its noun.
    package func count(_ parts: Int) -> String {
        noun == "reply" && parts != 1 ? "\(Words.grouped(parts)) replies" : Words.count(parts, noun)
    }
}
