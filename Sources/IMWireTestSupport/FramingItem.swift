// SPDX-License-Identifier: Apache-2.0

import IMWire

/// What a decoder of a stream gave out, copied so that it can be kept and compared.
public enum FramingItem: Hashable, Sendable {
    /// A packet, not joined and not inflated.
    case packet(PacketHeader, payload: [UInt8], at: Int)
    /// A packet that is a heartbeat.
    case heartbeat(at: Int)
    /// A unit, its place, and what is known of it.
    case unit([UInt8], at: Int, flags: PacketFlags = [], sequence: UInt32 = 0, deviations: [Deviation] = [])
    /// An error.
    case fault(StreamFault)

    /// An error by its parts.
    public static func fault(
        _ code: DecodeError.Code, at offset: Int, _ scope: StreamFault.Scope = .message, inner: Int? = nil
    ) -> FramingItem {
        .fault(StreamFault(DecodeError(code, offset: offset), scope: scope, inner: inner))
    }

    /// Whether nothing can follow.
    public var isLast: Bool {
        if case .fault(let fault) = self { fault.scope == .connection } else { false }
    }

    /// The same item in a stream that begins with so many other bytes.
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

/// A decoder of a stream, as the verifier drives it.
public protocol StreamSubject: AnyObject {
    /// How many bytes may be left pending.
    var maximumPending: Int { get }
    /// How many bytes have been consumed.
    var offset: Int { get }
    /// How many sets of fragments are open.
    var openSets: Int { get }
    /// Whether the bytes that come next belong to a line that was too long.
    var isPassingOver: Bool { get }

    /// The next item, or nil where more is needed.
    func next(in bytes: Span<UInt8>, from position: inout Int, at time: Int64) -> FramingItem?
    /// What the end of the stream gives.
    func finish(_ rest: Span<UInt8>) -> StreamFault?
}

extension StreamSubject {
    /// Whether the bytes that come next belong to a line that was too long.
    public var isPassingOver: Bool { false }
}

/// A ``PacketDecoder`` under test.
public final class PacketSubject: StreamSubject {
    private var decoder: PacketDecoder

    /// Starts at the first byte.
    public init(limits: FramingLimits = FramingLimits(), comparesChecksums: Bool = true) {
        decoder = PacketDecoder(limits: limits, comparesChecksums: comparesChecksums)
    }

    /// How many bytes may be left pending.
    public var maximumPending: Int { decoder.maximumPending }
    /// How many bytes have been consumed.
    public var offset: Int { decoder.offset }
    /// How many sets of fragments are open.
    public var openSets: Int { 0 }

    /// The next item, or nil where more is needed.
    public func next(in bytes: Span<UInt8>, from position: inout Int, at time: Int64) -> FramingItem? {
        switch decoder.next(in: bytes, from: &position) {
        case .needMore: nil
        case .packet(let packet):
            .packet(packet.header, payload: packet.payload.array, at: packet.offset)
        case .fault(let fault): .fault(fault)
        }
    }

    /// What the end of the stream gives.
    public func finish(_ rest: Span<UInt8>) -> StreamFault? { decoder.finish(rest) }
}

/// A ``PacketUnitDecoder`` under test.
public final class UnitSubject: StreamSubject {
    private var decoder: PacketUnitDecoder

    /// Starts at the first byte.
    public init(limits: FramingLimits = FramingLimits(), comparesChecksums: Bool = true) {
        decoder = PacketUnitDecoder(limits: limits, comparesChecksums: comparesChecksums)
    }

    /// How many bytes may be left pending.
    public var maximumPending: Int { decoder.maximumPending }
    /// How many bytes have been consumed.
    public var offset: Int { decoder.offset }
    /// How many sets of fragments are open.
    public var openSets: Int { decoder.openFragmentSets }

    /// The next item, or nil where more is needed.
    public func next(in bytes: Span<UInt8>, from position: inout Int, at time: Int64) -> FramingItem? {
        decoder.withNext(in: bytes, from: &position, at: time) { FramingItem($0) }
    }

    /// What the end of the stream gives.
    public func finish(_ rest: Span<UInt8>) -> StreamFault? { decoder.finish(rest) }
}

/// A ``LineDecoder`` under test.
public final class LineSubject: StreamSubject {
    private var decoder: LineDecoder

    /// Starts at the first byte.
    public init(
        _ format: LineFraming = LineFraming(), mode: DecodingMode = .lenient, limits: FramingLimits = FramingLimits()
    ) {
        decoder = LineDecoder(format, mode: mode, limits: limits)
    }

    /// How many bytes may be left pending.
    public var maximumPending: Int { decoder.maximumPending }
    /// How many bytes have been consumed.
    public var offset: Int { decoder.offset }
    /// How many sets of fragments are open.
    public var openSets: Int { 0 }
    /// Whether the bytes that come next belong to a line that was too long.
    public var isPassingOver: Bool { decoder.isPassingOver }
    /// How many empty lines have been passed over.
    public var emptyLines: Int { decoder.emptyLines }

    /// The next item, or nil where more is needed.
    public func next(in bytes: Span<UInt8>, from position: inout Int, at time: Int64) -> FramingItem? {
        decoder.withNext(in: bytes, from: &position) { FramingItem($0) }
    }

    /// What the end of the stream gives.
    public func finish(_ rest: Span<UInt8>) -> StreamFault? { decoder.finish(rest) }
}

extension FramingItem {
    /// Copies what a decoder answered; nil for "need more".
    public init?(_ step: consuming UnitStep) {
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
    /// The bytes, copied.
    public var array: [UInt8] {
        var array: [UInt8] = []
        array.reserveCapacity(count)
        for index in indices { array.append(self[index]) }
        return array
    }
}

extension FramingItem: CustomStringConvertible {
    /// The item in few words.
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
