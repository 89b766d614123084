// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

/// A reader that finds packets of the chat protocol in the caller's bytes.
final class FrameReading: InputScanner {
    static let magic: UInt64 = 0x696d_7769_7265_6603

    var decoder: ChatPacketDecoder

    init(_ options: Options) throws(Failure) {
        let limits = try operating(StreamLimits(options.request()["limits"]))
        decoder = ChatPacketDecoder(limits: limits.framing)
    }

    func next(
        _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ frame: inout imwire_frame
    ) throws(Failure) -> Int32 {
        switch decoder.next(in: bytes.span, from: &position) {
        case .needMore: return IMWIRE_NONE
        case .fault(let fault): throw Failure(fault)
        case .packet(let packet):
            frame = imwire_frame()
            let header = packet.header
            frame.type = header.type.rawValue
            frame.flags = header.flags.rawValue
            frame.sequence = header.sequence
            if let fragment = packet.fragment {
                frame.has_fragment = 1
                frame.fragment_index = fragment.index
                frame.fragment_count = fragment.count
                frame.fragment_total = fragment.total
                frame.fragment_offset = fragment.offset
            }
            let start = position - header.packetLength
            frame.frame = imwire_range(offset: start, size: header.packetLength)
            let size = packet.part.count
            frame.payload = imwire_range(offset: position - size, size: size)
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_frame_reader_next") @implementation
public func imwire_frame_reader_next(
    _ reader: OpaquePointer?, _ bytes: CBytes, _ size: Int, _ position: UnsafeMutablePointer<Int>?,
    _ frame: UnsafeMutablePointer<imwire_frame>?, _ error: CError
) -> Int32 {
    FrameReading.scan(reader, bytes, size, position, frame, error)
}

@_cdecl("imwire_frame_reader_finish") @implementation
public func imwire_frame_reader_finish(
    _ reader: OpaquePointer?, _ rest: CBytes, _ size: Int, _ error: CError
) -> Int32 {
    Handle.call(reader, FrameReading.self, error) { (reader) throws(Failure) in
        if let fault = reader.decoder.finish(try Input.bytes(rest, size).span) { throw Failure(fault) }
    }
}

@_cdecl("imwire_frame_encode") @implementation
public func imwire_frame_encode(
    _ frame: UnsafePointer<imwire_frame>?, _ payload: CBytes, _ size: Int, _ bytes: CBuffer
) -> Int32 {
    answer(nil) { () throws(Failure) in
        guard let frame = frame?.pointee else { throw .argument("the frame is a null pointer") }
        let output = try Output(bytes)
        let payload = try Input.bytes(payload, size)
        var fragment: ChatFragmentFields?
        if frame.has_fragment != 0 {
            fragment = ChatFragmentFields(
                index: frame.fragment_index, count: frame.fragment_count, total: frame.fragment_total,
                offset: frame.fragment_offset)
        }
        var written: [UInt8] = []
        ChatPacketHeader(
            type: ChatPacketType(rawValue: frame.type), flags: ChatPacketFlags(rawValue: frame.flags),
            sequence: frame.sequence
        )
        .encode(payload.span, fragment: fragment, into: &written)
        try output.append(written.span)
        return IMWIRE_OK
    }
}
