// SPDX-License-Identifier: Apache-2.0

/// A writer that encodes content in its canonical form: without white space, with members in the order given (CNT-070).
///
/// The buffer can be reused from an earlier message, so that no memory is allocated once it is large enough.
public struct ContentEncoder: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8]
    /// The known members of the object being written whose raw text preserves more than their value (CNT-079).
    private var raw: [UnknownMembers.RawMember] = []
    private var isFirst = true

    /// Creates a writer with an empty buffer.
    public init() {
        bytes = []
    }

    /// Creates a writer that uses the storage of `buffer`, which is left empty; ``finish()`` returns the storage.
    public init(reusing buffer: inout [UInt8]) {
        bytes = []
        swap(&bytes, &buffer)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Creates a writer that appends to `buffer`, which is left empty; ``take()`` returns the storage.
    init(continuing buffer: inout [UInt8]) {
        bytes = []
        swap(&bytes, &buffer)
    }

    /// Returns the buffer and leaves the writer empty, so that the buffer can be reused.
    public mutating func finish() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }

    /// The text written so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Opens an object; `unknownMembers` determines which known members are written as they arrived.
    public mutating func open(_ unknownMembers: UnknownMembers = UnknownMembers()) {
        bytes.append(.openBrace)
        isFirst = true
        raw = unknownMembers.raw
    }

    /// Writes the unknown members and closes the object.
    public mutating func close(_ unknownMembers: UnknownMembers = UnknownMembers()) {
        if !unknownMembers.isEmpty {
            let fragment = raw.isEmpty ? unknownMembers.fragment : withoutReplaced(unknownMembers)
            if !fragment.isEmpty {
                if !isFirst { bytes.append(.comma) }
                bytes.append(contentsOf: fragment)
            }
        }
        bytes.append(.closeBrace)
        isFirst = false
    }
}

// MARK: - Members; absent ones are left out (CNT-071)

extension ContentEncoder {
    /// Writes a string.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: String?) { member(FixedText(name), value) }

    /// Writes a number as it is spelled (CNT-073).
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: JSONNumber?) { member(FixedText(name), value) }

    /// Writes an integer.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        self.name(FixedText(name))
        self.value(Int64(value))
    }

    /// Writes a Boolean.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: Bool?) { member(FixedText(name), value) }

    /// Writes Base64 text on one line, without a prefix (CNT-075).
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: Base64Text?) { member(FixedText(name), value) }

    /// Writes JSON text as it arrived (CNT-038).
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: RawJSON?) { member(FixedText(name), value) }

    /// Writes a nested object, and omits an empty object of a type for which that means absence (CNT-043).
    @inline(__always)
    public mutating func member<Object: ContentObject>(_ name: StaticString, _ value: Object?) {
        guard let value else { return }
        object(FixedText(name), omitsEmpty: Object.memberTable.emptyDeviation != 0) { value.encode(to: &$0) }
    }

    /// Writes an array of strings.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ values: [String]?) { member(FixedText(name), values) }

    /// Writes an array of objects.
    @inline(__always)
    public mutating func member<Object: ContentObject>(_ name: StaticString, _ values: [Object]?) {
        guard let values else { return }
        objects(FixedText(name), values) { writer, value in value.encode(to: &writer) }
    }

    /// Appends a value that is encoded already.
    mutating func append(_ encoded: [UInt8]) {
        bytes.append(contentsOf: encoded)
    }

    /// Writes an array whose elements `write` encodes.
    mutating func list<Value>(
        _ name: StaticString, _ values: [Value], _ write: (inout ContentEncoder, Value) -> Void
    ) {
        self.name(FixedText(name))
        let outer = raw
        list(values, write)
        raw = outer
        isFirst = false
    }
}

// MARK: - Members whose names may come from a schema

extension ContentEncoder {
    mutating func member(_ name: FixedText, _ value: String?) {
        guard let value else { return }
        self.name(name)
        if !raw.isEmpty, writeRaw(name, ifStill: .string(value)) { return }
        self.value(value)
    }

    mutating func member(_ name: FixedText, _ value: JSONNumber?) {
        guard let value else { return }
        self.name(name)
        if let integer = value.int64, integer != 0 {
            self.value(integer)
        } else {
            bytes.append(contentsOf: value.text.utf8)
        }
    }

    mutating func member(_ name: FixedText, _ value: Bool?) {
        guard let value else { return }
        self.name(name)
        plain(value ? "true" : "false")
    }

    mutating func member(_ name: FixedText, _ value: Base64Text?) {
        guard let value else { return }
        self.name(name)
        if !raw.isEmpty, writeRaw(name, ifStill: .string(value.text)) { return }
        self.value(value.canonicalText)
    }

    mutating func member(_ name: FixedText, _ value: RawJSON?) {
        guard let value else { return }
        self.name(name)
        bytes.append(contentsOf: value.text.utf8)
    }

    mutating func member(_ name: FixedText, _ values: [String]?) {
        guard let values else { return }
        self.name(name)
        if !raw.isEmpty, writeRaw(name, ifStill: .strings(values)) { return }
        list(values) { writer, value in writer.value(value) }
    }

    /// Writes an object that `write` encodes; an empty object is omitted entirely if `omitsEmpty` is true.
    @inline(__always)
    mutating func object(_ name: FixedText, omitsEmpty: Bool, _ write: (inout ContentEncoder) -> Void) {
        let start = bytes.count
        let wasFirst = isFirst
        self.name(name)
        let content = bytes.count
        nested(write)
        if omitsEmpty, bytes.count == content + 2 {
            bytes.removeLast(bytes.count - start)
            isFirst = wasFirst
        }
    }

    /// Writes an array of objects that `write` encodes.
    @inline(__always)
    mutating func objects<Value>(
        _ name: FixedText, _ values: [Value], _ write: (inout ContentEncoder, Value) -> Void
    ) {
        self.name(name)
        list(values) { writer, value in writer.nested { write(&$0, value) } }
    }

    @inline(__always)
    private mutating func nested(_ write: (inout ContentEncoder) -> Void) {
        let outer = raw
        raw = []
        write(&self)
        raw = outer
        isFirst = false
    }

    private mutating func list<Value>(_ values: [Value], _ write: (inout ContentEncoder, Value) -> Void) {
        bytes.append(.openBracket)
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(.comma) }
            write(&self, value)
        }
        bytes.append(.closeBracket)
    }
}

// MARK: - Values

extension ContentEncoder {
    /// Writes a comma if needed, the name and a colon.
    private mutating func name(_ name: FixedText) {
        if !raw.isEmpty { replaceUnparsed(name) }
        unsafe quote(name.bytes, comma: !isFirst, colon: true)
        isFirst = false
    }

    /// Records that a member kept unparsed now has a value, so that its bytes are not written (CNT-180, CNT-183).
    @inline(never)
    private mutating func replaceUnparsed(_ name: FixedText) {
        let name = name.description
        for index in raw.indices {
            guard case .unparsed(let spelling) = raw[index].kept, raw[index].name == name else { continue }
            raw[index].kept = .replaced(spelling)
        }
    }

    @inline(never)
    private func withoutReplaced(_ unknownMembers: UnknownMembers) -> [UInt8] {
        let replaced = raw.compactMap { member in
            if case .replaced(let spelling) = member.kept { spelling } else { nil }
        }
        return replaced.isEmpty ? unknownMembers.fragment : unknownMembers.fragment(without: replaced)
    }

    /// Writes text that needs no escapes between quotes, in one step.
    @inline(__always)
    private mutating func quote(_ text: UnsafeBufferPointer<UInt8>, comma: Bool = false, colon: Bool = false) {
        bytes.append(addingCapacity: text.count + 4) { output in
            if comma { output.append(.comma) }
            output.append(.quote)
            unsafe output.withUnsafeMutableBufferPointer { memory, used in
                guard let from = text.baseAddress, let to = memory.baseAddress else { return }
                unsafe (to + used).update(from: from, count: text.count)
                used += text.count
            }
            output.append(.quote)
            if colon { output.append(.colon) }
        }
    }

    private mutating func plain(_ text: StaticString) {
        unsafe bytes.append(contentsOf: FixedText(text).bytes)
    }

    /// Writes a string with the escapes that JSON requires and no others (CNT-072).
    mutating func value(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        let span = text.utf8.span
        var start = BlockScan.writable(span, from: 0, to: span.count)
        if start == span.count { return unsafe span.withUnsafeBufferPointer { unsafe quote($0) } }
        bytes.append(.quote)
        bytes.append(span.slice(0, start))
        while start < span.count {
            let end = BlockScan.writable(span, from: start, to: span.count)
            bytes.append(span.slice(start, end))
            if end == span.count { break }
            escape(span.byte(at: end))
            start = end + 1
        }
        bytes.append(.quote)
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(.backslash)
        switch byte {
        case .quote, .backslash: bytes.append(byte)
        case .backspace: bytes.append(UInt8(ascii: "b"))
        case .formFeed: bytes.append(UInt8(ascii: "f"))
        case .lineFeed: bytes.append(UInt8(ascii: "n"))
        case .carriageReturn: bytes.append(UInt8(ascii: "r"))
        case .tab: bytes.append(UInt8(ascii: "t"))
        default:
            plain("u00")
            bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let digit = byte & 0x0f
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }

    private mutating func value(_ integer: Int64) {
        if integer < 0 { bytes.append(.minus) }
        var rest = integer.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Returns an array of strings in its canonical form, except for the strings with a lone surrogate (CNT-079).
    static func list(asItArrived text: Span<UInt8>) -> [UInt8] {
        var reader = ContentDecoder(text, limits: .unlimited)
        var writer = ContentEncoder()
        // The array has been read before, so reading it does not fail. It has at least one item, the string with the
        // lone surrogate.
        try? reader.eachString { token, scanner in
            writer.bytes.append(writer.bytes.isEmpty ? .openBracket : .comma)
            switch token {
            case .string(let token) where token.loneSurrogate >= 0:
                writer.bytes.append(scanner.text.slice(token.start - 1, token.end + 1))
            case .string(let token): writer.value(scanner.text(of: token))
            case .literal(let start, let end): writer.value(scanner.text.string(start, end))
            case .meant, .absent: break
            }
        }
        writer.bytes.append(.closeBracket)
        return writer.finish()
    }

    /// A value that may have arrived with a lone surrogate.
    private enum Text {
        case string(String)
        case strings([String])
    }

    /// Writes the raw text of a member if its value has not changed since it was read (CNT-079).
    ///
    /// - Returns: Whether the raw text was written.
    private mutating func writeRaw(_ name: FixedText, ifStill value: Text) -> Bool {
        let name = name.description
        guard let kept = raw.last(where: { $0.name == name }), case .value(let bytes) = kept.kept else { return false }
        var reader = ContentDecoder(bytes.span, limits: .unlimited)
        let isUnchanged =
            switch value {
            case .string(let string): (try? reader.string()) == string
            case .strings(let strings): (try? reader.strings()) == strings
            }
        if isUnchanged { self.bytes.append(contentsOf: bytes) }
        return isUnchanged
    }
}
