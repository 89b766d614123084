// SPDX-License-Identifier: Apache-2.0

/// Reads the units of a stream of packets: joins fragments, inflates, and follows batches to their end (FRM-050).
///
/// ```swift
/// var decoder = PacketUnitDecoder()
/// var position = 0
/// reading: while true {
///     switch decoder.next(in: bytes, from: &position, at: now) {
///     case .heartbeat: break
///     case .unit(let unit):
///         var messages = unit.messages
///         while let message = messages.next() { read(message.bytes) }
///     case .fault(let fault): report(fault)
///     case .needMore: break reading
///     }
/// }
/// ```
/// What stands behind `position` then has to be given again, with more behind it. A unit that is neither fragmented nor
/// deflated lies in `bytes` itself; nothing is copied or allocated for it (FRM-009).
public struct PacketUnitDecoder: ~Copyable, Sendable {
    private var packets: PacketDecoder
    private var fragments: FragmentAssembler
    private var inflater = Inflater()
    /// Room for an inflated unit, kept for the next one (FRM-081).
    private var inflated: [UInt8] = []

    /// Starts at the first byte of a stream.
    public init(limits: FramingLimits = FramingLimits(), comparesChecksums: Bool = true) {
        packets = PacketDecoder(limits: limits, comparesChecksums: comparesChecksums)
        fragments = FragmentAssembler(limits: limits)
    }

    /// How much a peer may send at once.
    public var limits: FramingLimits { packets.limits }
    /// How many bytes of the stream have been consumed.
    public var offset: Int { packets.offset }
    /// Whether an error has ended the stream (FRM-005).
    public var isClosed: Bool { packets.isClosed }
    /// How many sets of fragments are open.
    public var openFragmentSets: Int { fragments.openSets }
    /// The bytes that the open sets will have together.
    package var openFragmentBytes: Int { fragments.claimed }
    /// How many bytes an incomplete packet can have.
    public var maximumPending: Int { packets.maximumPending }

    /// Reads what stands in `bytes` at `position`, which came at `time` in milliseconds, and moves on behind it.
    @_lifetime(copy bytes, &self)
    public mutating func next(in bytes: Span<UInt8>, from position: inout Int, at time: Int64 = 0) -> UnitStep {
        fragments.releaseUnit()
        while true {
            if fragments.openSets > 0, let place = fragments.expire(at: time) {
                return .fault(StreamFault(.frameFragmentAge, at: place))  // FRM-058
            }
            switch packets.next(in: bytes, from: &position) {
            case .needMore:
                return .needMore
            case .fault(let fault):
                if fault.scope == .connection { fragments.clear() }
                return .fault(fault)
            case .packet(let packet):
                if packet.header.type == .message, packet.header.flags.isSubset(of: .wantsReceipt) {
                    return .unit(unit(packet.payload, of: packet, .plain))
                }
                if packet.header.type == .heartbeat { return .heartbeat(offset: packet.offset) }
                do throws(StreamFault) {
                    switch try complete(packet, at: time) {
                    case .nowhere: continue
                    case .payload: return .unit(unit(packet.payload, of: packet, .plain))
                    case .joined: return .unit(unit(fragments.unit.span, of: packet, .hidden))
                    case .inflated(let length): return .unit(unit(inflated.span.slice(0, length), of: packet, .hidden))
                    }
                } catch {
                    return .fault(error)
                }
            }
        }
    }

    /// Reads on as ``next(in:from:at:)`` does, for a decoder that is a member of a class.
    public mutating func withNext<Result>(
        in bytes: Span<UInt8>, from position: inout Int, at time: Int64 = 0, _ body: (consuming UnitStep) -> Result
    ) -> Result {
        body(next(in: bytes, from: &position, at: time))
    }

    /// Says that the stream has ended, with what was not consumed of it (FRM-006).
    public mutating func finish(_ rest: Span<UInt8>) -> StreamFault? {
        fragments.clear()
        return packets.finish(rest)
    }

    /// Where the bytes of a unit are.
    private enum Place {
        case nowhere, payload, joined, inflated(Int)
    }

    @inline(__always)
    @_lifetime(copy bytes)
    private func unit(_ bytes: Span<UInt8>, of packet: borrowing Packet, _ origin: StreamUnit.Origin) -> StreamUnit {
        StreamUnit(
            bytes, at: packet.payloadOffset, origin, flags: packet.header.flags, sequence: packet.header.sequence,
            line: Span(), messageBytes: packets.limits.messageBytes)
    }

    /// Undoes what the flags of a packet say (FRM-050), and looks at the batch.
    @inline(never)
    private mutating func complete(_ packet: borrowing Packet, at time: Int64) throws(StreamFault) -> Place {
        let flags = packet.header.flags
        guard packet.header.type == .message else { throw StreamFault(.frameType, at: packet.offset + 4) }  // FRM-034
        let payload = packet.payloadOffset
        let isFragment = flags.contains(.fragment)
        if isFragment {
            // The fields are there and right: the packet decoder has looked (FRM-052).
            let fields = FragmentFields(reading: packet.payload)
            guard try fragments.take(packet, fields, at: time) else { return .nowhere }
        }
        var place = isFragment ? Place.joined : .payload
        if flags.contains(.deflate) {
            let joined = fragments.unit
            switch isFragment ? inflate(joined.span) : inflate(packet.payload) {
            case .success(let length): place = .inflated(length)
            case .failure(let refusal):
                let byte = refusal.code == .frameInflate ? 4 : 0
                throw StreamFault(
                    refusal.code, at: payload + (isFragment ? 0 : byte), inner: isFragment ? byte : nil)
            }
        }
        if flags.contains(.batch) {
            let limits = packets.limits
            let wrong: DecodeError.Code? =
                switch place {
                case .nowhere: nil
                case .payload: BatchForm.fault(in: packet.payload, limits: limits)
                case .joined: BatchForm.fault(in: fragments.unit.span, limits: limits)
                case .inflated(let length): BatchForm.fault(in: inflated.span.slice(0, length), limits: limits)
                }
            if let wrong {
                let isHidden = isFragment || flags.contains(.deflate)
                throw StreamFault(wrong, at: payload, inner: isHidden ? 0 : nil)
            }
        }
        return place
    }

    /// Why a unit was not inflated.
    private struct Refusal: Error {
        var code: DecodeError.Code
    }

    /// Inflates a unit into the room that is kept, and returns its length (FRM-060 to FRM-063).
    private mutating func inflate(_ unit: Span<UInt8>) -> Result<Int, Refusal> {
        guard unit.count >= 6 else { return .failure(Refusal(code: .frameInflate)) }
        let limits = packets.limits
        let length = Int(unit.bigEndian32(at: 0))
        guard length <= limits.inflatedBytes else { return .failure(Refusal(code: .frameInflateSize)) }
        guard limits.allowsRatio(inflated: length, deflated: unit.count - 4) else {
            return .failure(Refusal(code: .frameInflateRatio))
        }
        if inflated.count < length {
            inflated = []
            inflated = [UInt8](repeating: 0, count: length)
        }
        var taken: [UInt8] = []
        swap(&taken, &inflated)
        var room = taken.mutableSpan
        let outcome = inflater.inflate(unit.slice(4, unit.count), length, into: &room)
        swap(&taken, &inflated)
        switch outcome {
        case .whole: return .success(length)
        case .wrong: return .failure(Refusal(code: .frameInflate))
        case .otherLength: return .failure(Refusal(code: .frameInflateLength))
        }
    }
}
