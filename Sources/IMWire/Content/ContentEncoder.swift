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
        isFirst = true
        // Replacing an empty list by another one costs as much as writing a short member.
        if !raw.isEmpty || !unknownMembers.raw.isEmpty { raw = unknownMembers.raw }
    }

    /// Writes the unknown members and closes the object.
    public mutating func close(_ unknownMembers: UnknownMembers = UnknownMembers()) {
        if !unknownMembers.isEmpty {
            let fragment = raw.isEmpty ? unknownMembers.fragment : withoutReplaced(unknownMembers)
            if !fragment.isEmpty {
                bytes.append(isFirst ? .openBrace : .comma)
                bytes.append(contentsOf: fragment)
                isFirst = false
            }
        }
        if isFirst { bytes.append(.openBrace) }
        bytes.append(.closeBrace)
        isFirst = false
    }
}

// MARK: - Members; absent ones are left out (CNT-071), in the caller, because most members of most contents are absent

extension ContentEncoder {
    /// Writes a string.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: String?) { member(FixedText(name), value) }

    /// Writes a number as it is spelled (CNT-073).
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: JSONNumber?) {
        if value != nil { member(FixedText(name), value) }
    }

    /// Writes an integer.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        self.name(FixedText(name))
        self.value(Int64(value))
    }

    /// Writes a Boolean.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: Bool?) {
        if value != nil { member(FixedText(name), value) }
    }

    /// Writes Base64 text on one line, without a prefix (CNT-075).
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: Base64Text?) {
        if value != nil { member(FixedText(name), value) }
    }

    /// Writes JSON text as it arrived (CNT-038).
    @inline(__always)
    public mutating func member(_ name: StaticString, _ value: RawJSON?) {
        if value != nil { member(FixedText(name), value) }
    }

    /// Writes a nested object, and omits an empty object of a type for which that means absence (CNT-043).
    @inline(__always)
    public mutating func member<Object: ContentObject>(_ name: StaticString, _ value: Object?) {
        guard let value else { return }
        object(FixedText(name), omitsEmpty: Object.memberTable.emptyDeviation != 0) { value.encode(to: &$0) }
    }

    /// Writes an array of strings.
    @inline(__always)
    public mutating func member(_ name: StaticString, _ values: [String]?) {
        if values != nil { member(FixedText(name), values) }
    }

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
        guard var value else { return }
        if !raw.isEmpty, writeRaw(name, ifStill: .string(value)) { return }
        value.makeContiguousUTF8()
        member(name, value.utf8.span)
    }

    mutating func member(_ name: FixedText, _ value: JSONNumber?) {
        guard let value else { return }
        if !raw.isEmpty { replaceUnparsed(name) }
        if let integer = value.int64 {
            append(name, integer)
        } else {
            append(name, value.text.utf8.span, isQuoted: false)
        }
    }

    mutating func member(_ name: FixedText, _ value: Bool?) {
        guard let value else { return }
        if !raw.isEmpty { replaceUnparsed(name) }
        let word: StaticString = value ? "true" : "false"
        unsafe append(name, FixedText(word).bytes, isQuoted: false)
    }

    mutating func member(_ name: FixedText, _ value: Base64Text?) {
        guard let value else { return }
        if !raw.isEmpty, writeRaw(name, ifStill: .string(value.text)) { return }
        let text = value.text.utf8.span
        switch Base64.form(of: text) {
        case .plain: append(name, text, isQuoted: true)
        case .wrapped: member(name, value.canonicalText.utf8.span)
        case .other: member(name, text)
        }
    }

    mutating func member(_ name: FixedText, _ value: RawJSON?) {
        guard let value else { return }
        if !raw.isEmpty { replaceUnparsed(name) }
        append(name, value.text.utf8.span, isQuoted: false)
    }

    mutating func member(_ name: FixedText, _ values: [String]?) {
        guard let values else { return }
        if !raw.isEmpty, writeRaw(name, ifStill: .strings(values)) { return }
        self.name(name)
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
        let outer = raw.isEmpty ? nil : raw
        if outer != nil { raw = [] }
        write(&self)
        if outer != nil || !raw.isEmpty { raw = outer ?? [] }
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
        let start = isFirst
        isFirst = false
        unsafe append(atMost: name.count + 4) { place in unsafe place.write(name, isFirst: start) }
    }

    /// Writes a member with a string.
    private mutating func member(_ name: FixedText, _ text: Span<UInt8>) {
        if BlockScan.writable(text, from: 0, to: text.count) == text.count {
            return append(name, text, isQuoted: true)
        }
        self.name(name)
        value(text)
    }

    @inline(__always)
    private mutating func append(_ name: FixedText, _ value: Span<UInt8>, isQuoted: Bool) {
        unsafe value.withUnsafeBufferPointer { unsafe append(name, $0, isQuoted: isQuoted) }
    }

    /// Writes a comma if needed, the name, a colon and a value that needs no escapes, in one step.
    @inline(__always)
    private mutating func append(_ name: FixedText, _ value: UnsafeBufferPointer<UInt8>, isQuoted: Bool) {
        let start = isFirst
        isFirst = false
        unsafe append(atMost: name.count + value.count + 6) { place in
            unsafe place.write(name, isFirst: start)
            if isQuoted { unsafe place.write(.quote) }
            unsafe place.write(value)
            if isQuoted { unsafe place.write(.quote) }
        }
    }

    /// Writes a comma if needed, the name, a colon and an integer, in one step.
    private mutating func append(_ name: FixedText, _ integer: Int64) {
        let start = isFirst
        isFirst = false
        unsafe append(atMost: name.count + 24) { place in
            unsafe place.write(name, isFirst: start)
            unsafe place.write(integer)
        }
    }

    /// Appends what `write` writes from a place on, which is at most `count` bytes.
    @inline(__always)
    private mutating func append(atMost count: Int, _ write: (inout UnsafeMutablePointer<UInt8>) -> Void) {
        bytes.append(addingCapacity: count) { output in
            unsafe output.withUnsafeMutableBufferPointer { memory, used in
                guard let start = memory.baseAddress else { return }
                var place = unsafe start + used
                unsafe write(&place)
                unsafe used = place - start
                assert(used <= memory.count)
            }
        }
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

    /// Writes a string with the escapes that JSON requires and no others (CNT-072).
    mutating func value(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        value(text.utf8.span)
    }

    /// Writes UTF-8 text as a string.
    mutating func value(_ text: Span<UInt8>) {
        var start = BlockScan.writable(text, from: 0, to: text.count)
        unsafe append(atMost: start + 2) { place in
            unsafe place.write(.quote)
            unsafe text.slice(0, start).withUnsafeBufferPointer { unsafe place.write($0) }
            if start == text.count { unsafe place.write(.quote) }
        }
        if start == text.count { return }
        // The rest has an escape. Pieces limit the capacity that is needed if every byte becomes six.
        while start < text.count {
            let end = Swift.min(start + 64, text.count)
            unsafe append(atMost: (end - start) * 6) { place in
                while start < end {
                    let stop = BlockScan.writable(text, from: start, to: end, level: 0)
                    unsafe text.slice(start, stop).withUnsafeBufferPointer { unsafe place.write($0) }
                    if stop < end { unsafe place.write(escaped: text.byte(at: stop)) }
                    start = stop + 1
                }
            }
            start = end
        }
        bytes.append(.quote)
    }

    private mutating func value(_ integer: Int64) {
        unsafe append(atMost: 20) { place in unsafe place.write(integer) }
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

    /// Writes a member with its raw text if its value has not changed since it was read (CNT-079).
    ///
    /// - Returns: Whether the member was written.
    @inline(never)
    private mutating func writeRaw(_ name: FixedText, ifStill value: Text) -> Bool {
        replaceUnparsed(name)
        let text = name.description
        guard let kept = raw.last(where: { $0.name == text }), case .value(let bytes) = kept.kept else { return false }
        var reader = ContentDecoder(bytes.span, limits: .unlimited)
        let isUnchanged =
            switch value {
            case .string(let string): (try? reader.string()) == string
            case .strings(let strings): (try? reader.strings()) == strings
            }
        if isUnchanged { append(name, bytes.span, isQuoted: false) }
        return isUnchanged
    }
}
