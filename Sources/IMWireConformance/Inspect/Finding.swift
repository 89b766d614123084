// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// Something in a stream that is not as it should be: what a decoder said, and where that is among the fields.
package struct Finding: Hashable, Sendable {
    /// How bad it is.
    package enum Severity: String, Hashable, Sendable {
        /// Refused.
        case fault
        /// Read, and not in canonical form.
        case deviation
    }

    /// How bad it is.
    package var severity: Severity
    /// The error's code, or the deviation's id.
    package var code: String
    /// The wrong byte, counted from the first byte of the stream.
    package var offset: Int
    /// The same in the hidden bytes, where there are some (FRM-003).
    package var inner: Int?
    /// The member; empty where the fault is in none.
    package var path = ""
    /// The field that the byte lies in, the outermost first.
    package var field: [String] = []
    /// What it costs; nil for a deviation.
    package var scope: StreamFault.Scope?
    /// What should stand there.
    package var expected: String?
    /// What stands there.
    package var found: String?
    /// What can be said about the place and what cannot.
    package var remarks: [String] = []
    /// The byte that is wrong if only one is, as a checksum tells.
    package var suspect: Suspect?
    /// The requirement that is broken.
    package var requirement: String?
    /// What a receiver does next.
    package var next: String?

    /// A byte that would explain a wrong checksum by itself.
    package struct Suspect: Hashable, Sendable {
        /// Where it lies in the stream.
        package var offset: Int
        /// What stands there.
        package var found: UInt8
        /// What would make the checksum right.
        package var right: UInt8
    }

    init(_ severity: Severity, _ code: String, at offset: Int) {
        self.severity = severity
        self.code = code
        self.offset = offset
    }

    /// Says which member is missing; the offset of such a finding is the end of the object that lacks it.
    mutating func nameMissingMember() {
        guard let name = path.split(separator: "/").last else { return }
        expected = "a member \(DisplayText.safe(String(name)))"
        found = "the end of the object without it"
        // The last member reaches to the end of the object, and is not meant.
        if field.count > 1 { field.removeLast() }
    }
}
