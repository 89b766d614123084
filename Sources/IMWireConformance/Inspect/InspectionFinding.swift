// SPDX-License-Identifier: Apache-2.0

import IMWire
import TextSupport

/// A problem in a stream: the diagnosis of a decoder, and its location among the fields.
package struct InspectionFinding: Hashable, Sendable {
    /// The severity of a finding.
    package enum Severity: String, Hashable, Sendable {
        /// The input is refused.
        case fault
        /// The input is accepted, but is not in canonical form.
        case deviation
    }

    /// The severity of the finding.
    package var severity: Severity
    /// The code of the error, or the id of the deviation.
    package var code: String
    /// The offset of the wrong byte in the stream.
    package var offset: Int
    /// The offset of the wrong byte in the hidden bytes, if there are any (FRM-003).
    package var inner: Int?
    /// The path of the member; empty if the fault is not in a member.
    package var path = ""
    /// The names of the fields that contain the byte, outermost first.
    package var field: [String] = []
    /// The scope of the fault; nil for a deviation.
    package var scope: StreamFault.Scope?
    /// The expected content at the offset, in words.
    package var expected: String?
    /// The actual content at the offset, in words.
    package var found: String?
    /// Remarks on what can and cannot be concluded about the location.
    package var remarks: [String] = []
    /// The byte that is wrong if only one byte is, derived from a checksum.
    package var suspect: Suspect?
    /// The violated requirement.
    package var requirement: String?
    /// The next step of a receiver.
    package var next: String?

    /// A byte that by itself would explain a wrong checksum.
    package struct Suspect: Hashable, Sendable {
        /// The offset of the byte in the stream.
        package var offset: Int
        /// The value of the byte.
        package var found: UInt8
        /// The value that would make the checksum correct.
        package var right: UInt8
    }

    /// Names the missing member; the offset of such a finding is the end of the object that lacks it.
    mutating func nameMissingMember() {
        guard let name = path.split(separator: "/").last else { return }
        expected = "a member \(DisplayText.safe(String(name)))"
        found = "the end of the object without it"
        // The innermost field is the last member, which extends to the end of the object and is not the missing one.
        if field.count > 1 { field.removeLast() }
    }
}
