// SPDX-License-Identifier: Apache-2.0

/// The value of a member of any kind, for code that treats all members alike; the codec does not use it.
package enum FrameValue: Hashable, Sendable {
    case number(UInt64)
    case text(FrameText)
    case bytes([UInt8])
    case boolean(Bool)

    package init?(_ number: (some FixedWidthInteger)?) {
        guard let number else { return nil }
        self = .number(UInt64(truncatingIfNeeded: number))
    }

    package init?(_ text: FrameText?) {
        guard let text else { return nil }
        self = .text(text)
    }

    package init?(_ bytes: [UInt8]?) {
        guard let bytes else { return nil }
        self = .bytes(bytes)
    }

    package init?(_ boolean: Bool?) {
        guard let boolean else { return nil }
        self = .boolean(boolean)
    }

    /// Returns the low bits of a number, or nil if the value is not a number.
    package func number<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
        if case .number(let number) = self { Value(truncatingIfNeeded: number) } else { nil }
    }

    package var text: FrameText? { if case .text(let text) = self { text } else { nil } }
    package var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
}

/// A packet of a known type whose members can be accessed by name.
package protocol FrameMembers: Sendable {
    /// The bytes after the last member; empty if the last member is the rest of the body.
    var trailing: [UInt8] { get set }
    /// The value of a member, or nil if it is absent or not in the layout.
    subscript(_ member: FrameMember) -> FrameValue? { get set }
}

extension FrameMembers {
    package var trailing: [UInt8] {
        get { [] }
        set {}
    }
}

extension OtherPacket: FrameMembers {
    package subscript(_ member: FrameMember) -> FrameValue? {
        get { member == .data ? .bytes(data) : nil }
        set { if member == .data { data = newValue?.bytes ?? [] } }
    }
}

extension RMTPPacket {
    /// The bytes after the last member, as they arrived; a newer peer may give them a meaning (RMTP-043).
    public var trailing: [UInt8] {
        get { members.trailing }
        set {
            var members = members
            members.trailing = newValue
            self.members = members
        }
    }

    /// Whether packets of this type may have bytes after the last member, because the layout has no `data`.
    public var canTrail: Bool { RMTPLayout.of(header.type)[.data] == nil }
}
