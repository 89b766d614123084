// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire

// The functions that make and free a handle of each kind.

@_cdecl("imwire_options_new") @implementation
public func imwire_options_new(_ options: CHandle) -> Int32 {
    answer(nil) { () throws(Failure) in try Handle.make(options) { () throws(Failure) in Options() } }
}

@_cdecl("imwire_options_free") @implementation
public func imwire_options_free(_ options: OpaquePointer?) -> Int32 { Handle.free(options, Options.self) }

@_cdecl("imwire_validator_new") @implementation
public func imwire_validator_new(_ options: OpaquePointer?, _ validator: CHandle, _ error: CError) -> Int32 {
    Handle.make(validator, options, error, Validator.init)
}

@_cdecl("imwire_validator_free") @implementation
public func imwire_validator_free(_ validator: OpaquePointer?) -> Int32 { Handle.free(validator, Validator.self) }

@_cdecl("imwire_chat_reader_new") @implementation
public func imwire_chat_reader_new(_ options: OpaquePointer?, _ reader: CHandle, _ error: CError) -> Int32 {
    Handle.make(reader, options, error, ChatReading.init)
}

@_cdecl("imwire_chat_reader_free") @implementation
public func imwire_chat_reader_free(_ reader: OpaquePointer?) -> Int32 { Handle.free(reader, ChatReading.self) }

@_cdecl("imwire_chat_writer_new") @implementation
public func imwire_chat_writer_new(_ options: OpaquePointer?, _ writer: CHandle, _ error: CError) -> Int32 {
    Handle.make(writer, options, error, ChatWriting.init)
}

@_cdecl("imwire_chat_writer_free") @implementation
public func imwire_chat_writer_free(_ writer: OpaquePointer?) -> Int32 { Handle.free(writer, ChatWriting.self) }

@_cdecl("imwire_frame_reader_new") @implementation
public func imwire_frame_reader_new(_ options: OpaquePointer?, _ reader: CHandle, _ error: CError) -> Int32 {
    Handle.make(reader, options, error, FrameReading.init)
}

@_cdecl("imwire_frame_reader_free") @implementation
public func imwire_frame_reader_free(_ reader: OpaquePointer?) -> Int32 { Handle.free(reader, FrameReading.self) }

@_cdecl("imwire_rmtp_reader_new") @implementation
public func imwire_rmtp_reader_new(_ options: OpaquePointer?, _ reader: CHandle, _ error: CError) -> Int32 {
    Handle.make(reader, options, error, PacketReading.init)
}

@_cdecl("imwire_rmtp_reader_free") @implementation
public func imwire_rmtp_reader_free(_ reader: OpaquePointer?) -> Int32 { Handle.free(reader, PacketReading.self) }

@_cdecl("imwire_packet_scanner_new") @implementation
public func imwire_packet_scanner_new(_ options: OpaquePointer?, _ scanner: CHandle, _ error: CError) -> Int32 {
    Handle.make(scanner, options, error, PacketScanning.init)
}

@_cdecl("imwire_packet_scanner_free") @implementation
public func imwire_packet_scanner_free(_ scanner: OpaquePointer?) -> Int32 { Handle.free(scanner, PacketScanning.self) }

@_cdecl("imwire_session_new") @implementation
public func imwire_session_new(
    _ machine: CText, _ config: CText, _ config_size: Int, _ session: CHandle, _ error: CError
) -> Int32 {
    Handle.make(session, nil, error) { (_) throws(Failure) in
        try Session(try Input.name(machine), config == nil ? nil : try Input.json(config, config_size))
    }
}

@_cdecl("imwire_session_free") @implementation
public func imwire_session_free(_ session: OpaquePointer?) -> Int32 { Handle.free(session, Session.self) }

@_cdecl("imwire_types_new") @implementation
public func imwire_types_new(
    _ files: CText, _ size: Int, _ overrides_reserved: Int32, _ types: CHandle, _ error: CError
) -> Int32 {
    Handle.make(types, nil, error) { (_) throws(Failure) in
        guard 0...1 ~= overrides_reserved else { throw .argument("overrides_reserved is neither 0 nor 1") }
        return try Types(try Input.json(files, size), overridesReserved: overrides_reserved == 1)
    }
}

@_cdecl("imwire_types_free") @implementation
public func imwire_types_free(_ types: OpaquePointer?) -> Int32 { Handle.free(types, Types.self) }
