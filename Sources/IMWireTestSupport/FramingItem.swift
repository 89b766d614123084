// SPDX-License-Identifier: Apache-2.0

import IMWire

/// An item returned by a stream decoder, copied so that it can be kept and compared.
public enum FramingItem: Hashable, Sendable {
    /// A packet that is neither reassembled nor inflated.
    case packet(ChatPacketHeader, payload: [UInt8], at: Int)
    /// A heartbeat.
    case heartbeat(at: Int)
    /// A unit, its offset and its properties.
    case unit([UInt8], at: Int, flags: ChatPacketFlags = [], sequence: UInt32 = 0, deviations: [Deviation] = [])
    /// An error.
    case fault(StreamFault)

    /// Returns an error created from its parts.
    public static func fault(
        _ code: DecodeError.Code, at offset: Int, _ scope: StreamFault.Scope = .message, inner: Int? = nil
    ) -> FramingItem {
        .fault(StreamFault(DecodeError(code, offset: offset), scope: scope, inner: inner))
    }

    /// Whether no item can follow.
    public var isLast: Bool {
        if case .fault(let fault) = self { fault.scope == .connection } else { false }
    }

    /// Returns the same item in a stream that begins with `distance` other bytes.
    public func moved(by distance: Int) -> FramingItem {
        switch self {
        case .packet(let header, let payload, let offset):
            return .packet(header, payload: payload, at: offset + distance)
        case .heartbeat(let offset): return .heartbeat(at: offset + distance)
        case .unit(let bytes, let offset, let flags, let sequence, let deviations):
            let moved = deviations.map { Deviation($0.id, offset: $0.offset + distance, path: $0.path) }
            return .unit(bytes, at: offset + distance, flags: flags, sequence: sequence, deviations: moved)
        case .fault(var fault):
            fault.error.offset += distance
            return .fault(fault)
        }
    }
}

/// A stream decoder as driven by the verifier.
public protocol StreamSubject: ~Copyable {
    /// The maximum number of bytes that may be left pending.
    var maximumPending: Int { get }
    /// The number of bytes consumed.
    var offset: Int { get }
    /// The number of open sets of fragments.
    var openFragmentSets: Int { get }
    /// Whether the next bytes belong to a line that was too long.
    var isPassingOver: Bool { get }

    /// Returns the next item, or nil if more bytes are needed.
    mutating func nextItem(in bytes: Span<UInt8>, from position: inout Int) -> FramingItem?
    /// Returns the error at the end of the stream, or nil if the stream is complete.
    mutating func finish(_ rest: Span<UInt8>) -> StreamFault?
}

extension StreamSubject where Self: ~Copyable {
    /// The number of open sets of fragments, for a decoder that joins none.
    public var openFragmentSets: Int { 0 }
    /// Whether the next bytes belong to a line that was too long, for a decoder without lines.
    public var isPassingOver: Bool { false }
}

extension ChatPacketDecoder: StreamSubject {
    /// Returns the next item, or nil if more bytes are needed.
    public mutating func nextItem(in bytes: Span<UInt8>, from position: inout Int) -> FramingItem? {
        switch next(in: bytes, from: &position) {
        case .needMore: nil
        case .packet(let packet): .packet(packet.header, payload: packet.payload.array, at: packet.offset)
        case .fault(let fault): .fault(fault)
        }
    }
}

extension ChatPacketUnitDecoder: StreamSubject {
    /// Returns the next item, or nil if more bytes are needed.
    public mutating func nextItem(in bytes: Span<UInt8>, from position: inout Int) -> FramingItem? {
        withNext(in: bytes, from: &position) { FramingItem($0) }
    }
}

extension ChatLineDecoder: StreamSubject {
    /// Returns the next item, or nil if more bytes are needed.
    public mutating func nextItem(in bytes: Span<UInt8>, from position: inout Int) -> FramingItem? {
        withNext(in: bytes, from: &position) { FramingItem($0) }
    }
}

extension FramingItem {
    /// Creates an item by copying a decoder's step, or returns nil if more bytes are needed.
    public init?(_ step: consuming ChatUnitStep) {
        switch step {
        case .needMore: return nil
        case .heartbeat(let offset): self = .heartbeat(at: offset)
        case .unit(let unit):
            self = .unit(
                unit.bytes.array, at: unit.offset, flags: unit.flags, sequence: unit.sequence,
                deviations: unit.deviations)
        case .fault(let fault): self = .fault(fault)
        }
    }
}

extension Span<UInt8> {
    /// A copy of the bytes.
    public var array: [UInt8] {
        var array: [UInt8] = []
        array.reserveCapacity(count)
        for index in indices { array.append(self[index]) }
        return array
    }
}

extension FramingItem: CustomStringConvertible {
    /// A short description of the item.
    public var description: String {
        switch self {
        case .packet(let header, let payload, let offset):
            return
                "packet(type \(header.type.rawValue), flags \(header.flags.rawValue), \(payload.count) bytes at \(offset))"
        case .heartbeat(let offset): return "heartbeat(at \(offset))"
        case .unit(let bytes, let offset, let flags, let sequence, let deviations):
            let ids = deviations.map { "\($0.id) at \($0.offset)" }.joined(separator: ", ")
            return "unit(\(bytes.count) bytes at \(offset), flags \(flags.rawValue), number \(sequence), \(ids))"
        case .fault(let fault): return fault.description
        }
    }
}
