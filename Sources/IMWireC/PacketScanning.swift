// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireRMTP
import IMWireValues

/// A scanner that finds RongCloud packets in the caller's bytes.
final class PacketScanning: InputScanner {
    static let magic: UInt64 = 0x696d_7769_7265_7107

    private var stream: RMTPFrameDecoder
    private let messages: RMTPMessageDecoder
    private let isStream: Bool

    init(_ options: Options) throws(Failure) {
        let agreed = try operating(RMTPOperations.Request(options.request()))
        guard agreed.key == nil, agreed.framing != .xhr else {
            throw Failure(unsupported: "nothing lies in the bytes as it is with a key or in polling")
        }
        isStream = agreed.framing == .tcp
        stream = RMTPFrameDecoder(agreed.format, mode: options.mode, limits: agreed.limits.packets)
        messages = RMTPMessageDecoder(agreed.format, mode: options.mode, limits: agreed.limits.packets)
    }

    func next(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ packet: inout imwire_packet
    ) throws(Failure) -> Int32 {
        let start = position
        guard isStream else {
            guard start < bytes.count else { return IMWIRE_NONE }
            position = bytes.count
            let message = UnsafeBufferPointer(rebasing: bytes[start...])
            do throws(DecodeError) {
                PacketScanning.fill(&packet, try messages.decodeInPlace(message.span), bytes, start..<bytes.count)
            } catch {
                throw Failure(StreamFault(error))
            }
            return IMWIRE_OK
        }
        var end = start
        let outcome = stream.withNext(in: bytes.span, from: &end) { step -> Result<Int32, StreamFault> in
            switch step {
            case .needMore: return .success(IMWIRE_NONE)
            case .fault(let fault): return .failure(fault)
            case .packet(let view):
                // The end of the packet is the decoder's position, which is known only after the decoder returns.
                PacketScanning.fill(&packet, view, bytes, start..<start)
                return .success(IMWIRE_OK)
            }
        }
        position = end
        switch outcome {
        case .failure(let fault): throw Failure(fault)
        case .success(let status):
            if status == IMWIRE_OK { packet.packet.size = end - start }
            return status
        }
    }

    private static func fill(
        _ packet: inout imwire_packet, _ view: borrowing RMTPPacketView, _ bytes: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>
    ) {
        packet = imwire_packet()
        let flags = view.header.flags
        packet.type = view.header.type.rawValue
        packet.qos = flags.qos.rawValue
        packet.is_marked = flags.isDuplicate ? 1 : 0
        packet.is_retained = flags.isRetained ? 1 : 0
        packet.message_id = -1
        packet.packet = imwire_range(offset: range.lowerBound, size: range.count)
        switch view.kind {
        case .publish(let publish):
            packet.message_id = publish.messageID.map { Int32($0) } ?? -1
            packet.topic = place(publish.topic?.bytes, bytes)
            packet.target = place(publish.targetID?.bytes, bytes)
            packet.data = place(publish.data, bytes)
        case .query(let query):
            packet.message_id = query.messageID.map { Int32($0) } ?? -1
            packet.topic = place(query.topic?.bytes, bytes)
            packet.target = place(query.targetID?.bytes, bytes)
            packet.data = place(query.data, bytes)
        case .queryAck(let answer):
            packet.message_id = answer.messageID.map { Int32($0) } ?? -1
            packet.data = place(answer.data, bytes)
        case .pubAck(let receipt): packet.message_id = receipt.messageID.map { Int32($0) } ?? -1
        default: break
        }
    }

    /// Returns the range of a slice in the caller's bytes, which is empty if there is none.
    private static func place(_ part: Span<UInt8>?, _ whole: UnsafeBufferPointer<UInt8>) -> imwire_range {
        guard let part else { return imwire_range() }
        return part.withUnsafeBufferPointer { part in
            guard let start = part.baseAddress, let first = whole.baseAddress, !part.isEmpty else {
                return imwire_range()
            }
            return imwire_range(offset: start - first, size: part.count)
        }
    }
}

@_cdecl("imwire_packet_scanner_next") @implementation
public func imwire_packet_scanner_next(
    _ scanner: OpaquePointer?, _ bytes: CBytes, _ size: Int, _ position: UnsafeMutablePointer<Int>?,
    _ packet: UnsafeMutablePointer<imwire_packet>?, _ error: CError
) -> Int32 {
    PacketScanning.scan(scanner, bytes, size, position, packet, error)
}
