// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

/// A reader of chat messages from the bytes of a connection.
final class ChatReading: HandleObject {
    static let magic: UInt64 = 0x696d_7769_7265_6304

    var reader: ChatStreamDecoder
    private var pending = PendingOutput()

    init(_ options: Options) throws(Failure) {
        let request = options.request()
        let framing = try operating(ChatOperations.framing(request))
        let limits = try operating(StreamLimits(request["limits"]))
        reader = ChatStreamDecoder(framing, mode: options.mode, limits: limits.framing, contentLimits: limits.contents)
    }

    func next(_ output: Output) throws(Failure) -> Int32 {
        try pending.next(output) { () throws(Failure) in
            guard let item = reader.nextResult() else { return nil }
            if case .failure(let fault) = item { throw Failure(fault) }
            var json: [UInt8] = []
            ChatItemWriter.append(item, to: &json)
            return json
        }
    }

    var state: imwire_stream_state {
        imwire_stream_state(
            pending: reader.pendingBytes, empty_lines: reader.emptyLines, open_sets: reader.openFragmentSets,
            is_closed: reader.isClosed ? 1 : 0)
    }
}

/// A writer of chat messages as the bytes of a connection.
final class ChatWriting: HandleObject {
    static let magic: UInt64 = 0x696d_7769_7265_7705

    private var writer: ChatStreamEncoder
    private let reader: ChatMessageDecoder
    private var pending = PendingOutput()

    init(_ options: Options) throws(Failure) {
        let writing = try operating(ChatOperations.writing(options.request()))
        writer = ChatStreamEncoder(writing)
        reader = ChatMessageDecoder(heartbeat: writing.framing.heartbeat)
    }

    /// Writes a message; an empty one only delivers pending output.
    func write(_ message: UnsafeBufferPointer<UInt8>, _ output: Output) throws(Failure) {
        var bytes: [UInt8] = []
        if !message.isEmpty {
            let read = try operating(ChatOperations.message(message.span, reader))
            do throws(EncodeError) { try writer.encode(read, into: &bytes) } catch { throw Failure(error) }
        }
        try pending.append(bytes, to: output)
    }

    func finish(_ output: Output) throws(Failure) {
        var bytes: [UInt8] = []
        do throws(EncodeError) { try writer.finish(into: &bytes) } catch { throw Failure(error) }
        try pending.append(bytes, to: output)
    }
}

@_cdecl("imwire_chat_reader_feed") @implementation
public func imwire_chat_reader_feed(_ reader: OpaquePointer?, _ bytes: CBytes, _ size: Int, _ time: Int64) -> Int32 {
    Handle.call(reader, ChatReading.self) { (reader) throws(Failure) in
        reader.reader.feed(try Input.bytes(bytes, size).span, at: time)
    }
}

@_cdecl("imwire_chat_reader_finish") @implementation
public func imwire_chat_reader_finish(_ reader: OpaquePointer?) -> Int32 {
    Handle.call(reader, ChatReading.self) { (reader) throws(Failure) in reader.reader.finish() }
}

@_cdecl("imwire_chat_reader_next") @implementation
public func imwire_chat_reader_next(_ reader: OpaquePointer?, _ json: CBuffer, _ error: CError) -> Int32 {
    Handle.query(reader, ChatReading.self, error) { (reader) throws(Failure) in try reader.next(try Output(json)) }
}

@_cdecl("imwire_chat_reader_state") @implementation
public func imwire_chat_reader_state(
    _ reader: OpaquePointer?, _ state: UnsafeMutablePointer<imwire_stream_state>?
) -> Int32 {
    Handle.call(reader, ChatReading.self) { (reader) throws(Failure) in
        guard let state else { throw .argument("there is no place for the state") }
        state.pointee = reader.state
    }
}

@_cdecl("imwire_chat_writer_write") @implementation
public func imwire_chat_writer_write(
    _ writer: OpaquePointer?, _ message: CText, _ size: Int, _ bytes: CBuffer, _ error: CError
) -> Int32 {
    Handle.call(writer, ChatWriting.self, error) { (writer) throws(Failure) in
        try writer.write(try Input.text(message, size), try Output(bytes))
    }
}

@_cdecl("imwire_chat_writer_finish") @implementation
public func imwire_chat_writer_finish(_ writer: OpaquePointer?, _ bytes: CBuffer, _ error: CError) -> Int32 {
    Handle.call(writer, ChatWriting.self, error) { (writer) throws(Failure) in try writer.finish(try Output(bytes)) }
}
