// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireRMTP
import IMWireValues

/// A reader of RongCloud packets from the caller's input.
final class PacketReading: HandleObject {
    static let magic: UInt64 = 0x696d_7769_7265_7006

    var reader: RMTPStreamDecoder
    private let direction: RMTPDirection
    private var pending = PendingOutput()

    init(_ options: Options) throws(Failure) {
        let agreed = try operating(RMTPOperations.Request(options.request()))
        do throws(EncodeError) {
            reader = try RMTPOperations.reader(agreed, options.mode)
        } catch {
            throw Failure(error)
        }
        direction = agreed.format.direction
    }

    func next(_ output: Output) throws(Failure) -> Int32 {
        try pending.next(output) { () throws(Failure) in
            switch reader.nextResult() {
            case nil: return nil
            case .failure(let fault)?: throw Failure(fault)
            case .success(let item)?: return Array(RMTPOperations.item(item, direction).text.utf8)
            }
        }
    }
}

@_cdecl("imwire_rmtp_reader_feed") @implementation
public func imwire_rmtp_reader_feed(_ reader: OpaquePointer?, _ bytes: CBytes, _ size: Int) -> Int32 {
    Handle.call(reader, PacketReading.self) { (reader) throws(Failure) in
        reader.reader.feed(try Input.bytes(bytes, size).span)
    }
}

@_cdecl("imwire_rmtp_reader_finish") @implementation
public func imwire_rmtp_reader_finish(_ reader: OpaquePointer?) -> Int32 {
    Handle.call(reader, PacketReading.self) { (reader) throws(Failure) in reader.reader.finish() }
}

@_cdecl("imwire_rmtp_reader_next") @implementation
public func imwire_rmtp_reader_next(_ reader: OpaquePointer?, _ json: CBuffer, _ error: CError) -> Int32 {
    Handle.query(reader, PacketReading.self, error) { (reader) throws(Failure) in try reader.next(try Output(json)) }
}

@_cdecl("imwire_rmtp_reader_state") @implementation
public func imwire_rmtp_reader_state(
    _ reader: OpaquePointer?, _ state: UnsafeMutablePointer<imwire_stream_state>?
) -> Int32 {
    Handle.call(reader, PacketReading.self) { (reader) throws(Failure) in
        guard let state else { throw .argument("there is no place for the state") }
        state.pointee = imwire_stream_state(
            pending: reader.reader.pendingBytes, empty_lines: 0, open_sets: 0,
            is_closed: reader.reader.isClosed ? 1 : 0)
    }
}

@_cdecl("imwire_rmtp_encode") @implementation
public func imwire_rmtp_encode(
    _ options: OpaquePointer?, _ packet: CText, _ packet_size: Int, _ trailing: CBytes, _ trailing_size: Int,
    _ bytes: CBuffer, _ error: CError
) -> Int32 {
    perform(
        "rmtp.encode", options, bytes, error,
        [
            "packet": try Input.json(packet, packet_size),
            "trailing": trailing_size == 0 ? nil : try Input.base64(trailing, trailing_size),
        ])
}
