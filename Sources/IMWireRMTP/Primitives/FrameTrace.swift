// SPDX-License-Identifier: Apache-2.0

import IMWire

/// Is told where the members of a packet lie while it is read.
protocol FrameTrace {
    /// Something lies between two offsets of what the reader reads.
    func note(_ member: FrameMember, _ form: TracedMember.Form, _ start: Int, _ end: Int)
}

/// What the codec has in place of a trace: nothing, of which nothing is left in its readers.
struct NoTrace: FrameTrace {
    @inline(__always)
    func note(_ member: FrameMember, _ form: TracedMember.Form, _ start: Int, _ end: Int) {}
}

/// A member where it lies in a body.
package struct TracedMember: Sendable {
    /// What was read.
    package enum Form: Hashable, Sendable {
        case number
        /// A length of two bytes, and as much of the text as is there.
        case text
        /// What is there of a number, or of the length of a text.
        case cut
        case rest
    }

    package let member: FrameMember
    package let form: Form
    /// Where it lies in the body.
    package let range: Range<Int>

    /// The members of a body in the order in which the decoder meets them, in lenient mode.
    ///
    /// - Returns: the members up to what is refused, and whether nothing is.
    package static func read(
        _ header: RMTPHeader, _ body: Span<UInt8>, _ format: RMTPFormat
    ) -> (members: [TracedMember], isWhole: Bool) {
        let record = FrameRecord()
        let reader = FrameReader(body, from: 0, start: 0, lead: 0, isStrict: false, trace: record)
        do throws(DecodeError) {
            let packet = try RMTPPacketView(header, at: 0, format, reader)
            return (record.members, packet.header == header)
        } catch {
            return (record.members, false)
        }
    }
}

/// Keeps what it is told.
private final class FrameRecord: FrameTrace {
    private(set) var members: [TracedMember] = []

    func note(_ member: FrameMember, _ form: TracedMember.Form, _ start: Int, _ end: Int) {
        members.append(TracedMember(member: member, form: form, range: start..<end))
    }
}
