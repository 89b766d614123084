// SPDX-License-Identifier: Apache-2.0

/// A decoder for the units of a stream of packets, which joins fragments, inflates units and validates batches
/// (FRM-050).
///
/// ```swift
/// var units = ChatPacketUnitDecoder()
/// var messages = ChatMessageDecoder()
/// var position = 0
/// decoding: while true {
///     switch units.next(in: bytes, from: &position, at: now) {
///     case .heartbeat: break
///     case .unit(let unit): for item in messages.decode(unit) { handle(item) }
///     case .fault(let fault): report(fault)
///     case .needMore: break decoding
///     }
/// }
/// ```
/// The bytes from `position` on must then be passed again, followed by new ones. A unit that is neither fragmented nor
/// deflated is part of `bytes`; nothing is copied or allocated for it (FRM-009).
public struct ChatPacketUnitDecoder: ~Copyable, Sendable {
    private var packets: ChatPacketDecoder
    private var fragments: FragmentAssembler
    private var inflater = Inflater()
    /// The buffer for inflated units, which is reused (FRM-081).
    private var inflated: [UInt8] = []

    /// Creates a decoder at the first byte of a stream.
    public init(limits: ChatFramingLimits = ChatFramingLimits(), comparesChecksums: Bool = true) {
        packets = ChatPacketDecoder(limits: limits, comparesChecksums: comparesChecksums)
        fragments = FragmentAssembler(limits: limits)
    }

    /// The limits on what a peer may send at once.
    public var limits: ChatFramingLimits { packets.limits }
    /// The number of bytes of the stream consumed so far.
    public var offset: Int { packets.offset }
    /// Whether an error has ended the stream (FRM-005).
    public var isClosed: Bool { packets.isClosed }
    /// The number of open fragment sets.
    public var openFragmentSets: Int { fragments.openSets }
    /// The total size of the open fragment sets once complete, in bytes.
    package var openFragmentBytes: Int { fragments.claimed }
    /// The maximum size of an incomplete packet, in bytes.
    public var maximumPending: Int { packets.maximumPending }

    /// Decodes the next unit in `bytes` at `position`, and advances `position` past the bytes consumed.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived and are not consumed.
    ///   - position: The offset in `bytes` of the next unit.
    ///   - time: The time at which the bytes arrived, in milliseconds.
    @_lifetime(copy bytes, &self)
    public mutating func next(in bytes: Span<UInt8>, from position: inout Int, at time: Int64 = 0) -> ChatUnitStep {
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

    /// Calls `body` with the result of ``next(in:from:at:)``, for a decoder that is a property of a class.
    public mutating func withNext<Result>(
        in bytes: Span<UInt8>, from position: inout Int, at time: Int64 = 0, _ body: (consuming ChatUnitStep) -> Result
    ) -> Result {
        body(next(in: bytes, from: &position, at: time))
    }

    /// Ends the stream after the unconsumed bytes `rest`, and returns the error if there are any (FRM-006).
    public mutating func finish(_ rest: Span<UInt8>) -> StreamFault? {
        fragments.clear()
        return packets.finish(rest)
    }

    /// The location of a unit's bytes.
    private enum UnitLocation {
        case nowhere, payload, joined, inflated(Int)
    }

    @inline(__always)
    @_lifetime(copy bytes)
    private func unit(_ bytes: Span<UInt8>, of packet: borrowing ChatPacket, _ origin: ChatStreamUnit.Origin)
        -> ChatStreamUnit
    {
        ChatStreamUnit(
            bytes, at: packet.payloadOffset, origin, flags: packet.header.flags, sequence: packet.header.sequence,
            line: Span(), messageBytes: packets.limits.messageBytes)
    }

    /// Reverses the transformations that a packet's flags name (FRM-050), and validates a batch.
    @inline(never)
    private mutating func complete(_ packet: borrowing ChatPacket, at time: Int64) throws(StreamFault) -> UnitLocation {
        let flags = packet.header.flags
        guard packet.header.type == .message else { throw StreamFault(.frameType, at: packet.offset + 4) }  // FRM-034
        let payload = packet.payloadOffset
        let isFragment = flags.contains(.fragment)
        if isFragment {
            // The packet decoder has checked that the fields are present and valid (FRM-052).
            let fields = ChatFragmentFields(reading: packet.payload)
            guard try fragments.add(packet, fields, at: time) else { return .nowhere }
        }
        var place = isFragment ? UnitLocation.joined : .payload
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

    /// The reason why a unit is not inflated.
    private struct Refusal: Error {
        var code: DecodeError.Code
    }

    /// Inflates a unit into the reusable buffer, and returns its length (FRM-060 to FRM-063).
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
