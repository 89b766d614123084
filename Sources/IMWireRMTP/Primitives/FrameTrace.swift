// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A recorder of the places of members while a packet is read.
protocol FrameTrace {
    /// Records the member between two offsets of the reader's bytes.
    func record(_ member: FrameMember, _ form: TracedMember.Form, _ start: Int, _ end: Int)
}

/// The trace that the codec uses, which records nothing and is optimized away.
struct NoTrace: FrameTrace {
    @inline(__always)
    func record(_ member: FrameMember, _ form: TracedMember.Form, _ start: Int, _ end: Int) {}
}

/// A member and its place in a body.
package struct TracedMember: Sendable {
    /// The part of the packet that was read.
    package enum Form: Hashable, Sendable {
        case number
        /// A two-byte length and the bytes of the text that are present.
        case text
        /// The bytes that are present of a truncated number or of a truncated text length.
        case cut
        case rest
    }

    package let member: FrameMember
    package let form: Form
    /// The range of the member in the body.
    package let range: Range<Int>

    /// Reads the members of a body in decoding order, in lenient mode.
    ///
    /// - Returns: the members up to the first error, and whether there is none.
    package static func read(
        _ header: RMTPHeader, _ body: Span<UInt8>, _ format: RMTPFormat
    ) -> (members: [TracedMember], isWhole: Bool) {
        let record = FrameRecord()
        let reader = FrameReader(body, from: 0, start: 0, lead: 0, isStrict: false, trace: record)
        do throws(DecodeError) {
            let packet = try RMTPPacketView.read(header, at: 0, format, body, reader)
            return (record.members, packet.header == header)
        } catch {
            return (record.members, false)
        }
    }
}

/// A trace that stores the members.
private final class FrameRecord: FrameTrace {
    private(set) var members: [TracedMember] = []

    func record(_ member: FrameMember, _ form: TracedMember.Form, _ start: Int, _ end: Int) {
        members.append(TracedMember(member: member, form: form, range: start..<end))
    }
}
