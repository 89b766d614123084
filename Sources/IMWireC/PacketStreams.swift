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
    private var waiting = Waiting()

    init(_ options: Options) throws(Failure) {
        let agreed = try operating { () throws(OperationError) in try RMTPOperations.Request(options.request()) }
        reader = try writing { () throws(EncodeError) in try RMTPOperations.reader(agreed, options.mode) }
        direction = agreed.format.direction
    }

    func next(_ output: Output) throws(Failure) -> Int32 {
        if !waiting.isEmpty {
            try waiting.give([], to: output)
            return IMWIRE_OK
        }
        switch reader.nextResult() {
        case nil: return IMWIRE_NONE
        case .failure(let fault)?: throw Failure(fault)
        case .success(let item)?:
            try waiting.give(Array(RMTPOperations.item(item, direction).text.utf8), to: output)
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_rmtp_reader_new") @implementation
public func imwire_rmtp_reader_new(
    _ options: OpaquePointer?, _ reader: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            try Handle.make(reader) { () throws(Failure) in try PacketReading(options) }
        }
    }
}

@_cdecl("imwire_rmtp_reader_free") @implementation
public func imwire_rmtp_reader_free(_ reader: OpaquePointer?) -> Int32 {
    Handle.free(reader, PacketReading.self)
}

@_cdecl("imwire_rmtp_reader_feed") @implementation
public func imwire_rmtp_reader_feed(
    _ reader: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ size: Int
) -> Int32 {
    answer(nil) { () throws(Failure) in
        try Handle.using(reader, PacketReading.self) { (reader) throws(Failure) in
            let bytes = try Input.bytes(bytes, size)
            reader.reader.feed(bytes.span)
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_rmtp_reader_finish") @implementation
public func imwire_rmtp_reader_finish(_ reader: OpaquePointer?) -> Int32 {
    answer(nil) { () throws(Failure) in
        try Handle.using(reader, PacketReading.self) { (reader) throws(Failure) in
            reader.reader.finish()
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_rmtp_reader_next") @implementation
public func imwire_rmtp_reader_next(
    _ reader: OpaquePointer?, _ json: UnsafeMutablePointer<imwire_buffer>?, _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Handle.using(reader, PacketReading.self) { (reader) throws(Failure) in try reader.next(try Output(json)) }
    }
}

@_cdecl("imwire_rmtp_reader_state") @implementation
public func imwire_rmtp_reader_state(
    _ reader: OpaquePointer?, _ state: UnsafeMutablePointer<imwire_stream_state>?
) -> Int32 {
    answer(nil) { () throws(Failure) in
        try Handle.using(reader, PacketReading.self) { (reader) throws(Failure) in
            guard let state else { throw .argument("there is no place for the state") }
            state.pointee = imwire_stream_state(
                pending: reader.reader.pendingBytes, empty_lines: 0, open_sets: 0,
                is_closed: reader.reader.isClosed ? 1 : 0)
            return IMWIRE_OK
        }
    }
}

@_cdecl("imwire_rmtp_encode") @implementation
public func imwire_rmtp_encode(
    _ options: OpaquePointer?, _ packet: UnsafePointer<CChar>?, _ packet_size: Int,
    _ trailing: UnsafePointer<UInt8>?, _ trailing_size: Int, _ bytes: UnsafeMutablePointer<imwire_buffer>?,
    _ error: UnsafeMutablePointer<imwire_error>?
) -> Int32 {
    answer(error) { () throws(Failure) in
        try Options.using(options) { (options) throws(Failure) in
            let output = try Output(bytes)
            var members = [(name: "packet", value: try Input.json(packet, packet_size))]
            let trailing = try Input.copy(trailing, trailing_size)
            if !trailing.isEmpty { members.append(("trailing", .base64(trailing))) }
            try output.perform("rmtp.encode", options.request(members))
            return IMWIRE_OK
        }
    }
}
