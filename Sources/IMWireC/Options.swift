// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire
import IMWireValues

/// The options agreed with a peer, under the names of the testee protocol.
final class Options: HandleObject {
    static let magic: UInt64 = 0x696d_7769_7265_6f01

    private(set) var mode = DecodingMode.lenient
    /// The limits of contents, or nil if a limit was set that contents do not have, which makes operations on contents
    /// unsupported.
    private(set) var contents: DecodingLimits? = DecodingLimits()
    /// The content types, which are the built-in ones unless the caller sets others.
    var types = ContentRegistry.builtIn
    private var values: [String: RawJSON] = [:]
    private var limits: [(name: String, value: RawJSON)] = []

    /// The permitted values of each text option; an empty list permits any text.
    private static let texts: [String: [String]] = [
        "mode": ["lenient", "strict"], "framing": ["line", "packet", "websocket", "tcp", "xhr"],
        "delimiter": ["lf", "crlf", "cr", "nul"], "encoding": ["base64", "json"], "heartbeat": ["bare", "json"],
        "direction": ["up", "down"], "astral": ["cesu8", "utf8"], "variant": ["usual", "withoutPush", "agent"],
        "beat": [], "ownId": [],
    ]
    private static let switches: Set = ["deflate", "batch", "wantsReceipt"]
    private static let numbers: [String: ClosedRange<Int64>] = [
        "protocolVersion": 2...4, "fragmentSize": 0...0xffff_ffff, "sequence": 0...0xffff_ffff,
        "messageId": 0...0xffff, "date": 0...0xffff_ffff,
    ]

    /// The options of a null handle, which no call changes.
    private nonisolated(unsafe) static let defaults = Options()

    func set(_ name: String, _ value: UnsafeBufferPointer<UInt8>) throws(Failure) {
        if name == "key" {
            values[name] = .base64(value)
            return
        }
        guard let allowed = Options.texts[name] else { throw .argument("no such option with a text") }
        guard let text = String(validating: value, as: UTF8.self), allowed.isEmpty || allowed.contains(text) else {
            throw .argument("the option cannot have this value")
        }
        if name == "mode" { mode = text == "strict" ? .strict : .lenient }
        values[name] = RawJSON(text)
    }

    func set(_ name: String, _ number: Int64) throws(Failure) {
        if Options.switches.contains(name), 0...1 ~= number {
            values[name] = .boolean(number == 1)
        } else if let range = Options.numbers[name], range ~= number {
            values[name] = .integer(Int(number))
        } else {
            throw .argument("no such option with this number")
        }
    }

    func set(limit name: String, _ value: Int64) throws(Failure) {
        guard value >= 0 else { throw .argument("a limit is negative") }
        var streams = StreamLimits()
        var packets = PacketLimits()
        guard streams.set(name, Int(value)) || packets.set(name, Int(value)) else { throw .argument("no such limit") }
        limits.append((name, .integer(Int(value))))
        if contents?.set(name, Int(value)) == false { contents = nil }
    }

    /// Returns the members of a request: the options and the members that a call adds.
    func request(_ more: KeyValuePairs<String, (any JSONConvertible)?> = [:]) -> JSONObject {
        var members = values.map { (name: $0.key, value: $0.value) }
        for (name, value) in more { if let value { members.append((name, value.json)) } }
        if !limits.isEmpty { members.append(("limits", .object(limits))) }
        if values["protocolVersion"] == nil { members.append(("protocolVersion", .integer(3))) }
        return JSONObject(members)
    }

    /// Returns the limits of contents, or throws if a limit was set that contents do not have.
    func contentLimits() throws(Failure) -> DecodingLimits {
        guard let contents else { throw Failure(unsupported: "a limit that contents do not have") }
        return contents
    }

    /// Returns the limits of packets and bodies.
    func packetLimits() throws(Failure) -> PacketLimits {
        limits.isEmpty ? PacketLimits() : try operating(PacketLimits(RawJSON.object(limits)))
    }

    /// Appends the bytes that `body` makes with the caller's options.
    static func append(
        _ handle: OpaquePointer?, _ output: CBuffer, _ error: CError, _ body: (Options) throws(Failure) -> [UInt8]
    ) -> Int32 {
        answer(error) { () throws(Failure) in
            try using(handle) { (options) throws(Failure) in
                let output = try Output(output)
                let bytes = try body(options)
                try output.append(bytes.span)
                return IMWIRE_OK
            }
        }
    }

    /// Calls `body` with the caller's options, or with the defaults for a null handle.
    static func using(
        _ handle: OpaquePointer?, _ body: (Options) throws(Failure) -> Int32
    ) throws(Failure) -> Int32 {
        guard handle != nil else { return try body(defaults) }
        return try Handle.using(handle, Options.self, body)
    }
}

@_cdecl("imwire_options_set") @implementation
public func imwire_options_set(_ options: OpaquePointer?, _ name: CText, _ value: CText, _ size: Int) -> Int32 {
    Handle.call(options, Options.self) { (options) throws(Failure) in
        try options.set(try Input.name(name), try Input.text(value, size))
    }
}

@_cdecl("imwire_options_set_number") @implementation
public func imwire_options_set_number(_ options: OpaquePointer?, _ name: CText, _ value: Int64) -> Int32 {
    Handle.call(options, Options.self) { (options) throws(Failure) in try options.set(try Input.name(name), value) }
}

@_cdecl("imwire_options_set_limit") @implementation
public func imwire_options_set_limit(_ options: OpaquePointer?, _ name: CText, _ value: Int64) -> Int32 {
    Handle.call(options, Options.self) { (options) throws(Failure) in
        try options.set(limit: try Input.name(name), value)
    }
}

@_cdecl("imwire_options_set_types") @implementation
public func imwire_options_set_types(_ options: OpaquePointer?, _ types: OpaquePointer?) -> Int32 {
    Handle.call(options, Options.self) { (options) throws(Failure) in
        guard types != nil else {
            options.types = .builtIn
            return
        }
        _ = try Handle.using(types, Types.self) { (types) throws(Failure) in
            options.types = types.registry
            return IMWIRE_OK
        }
    }
}
