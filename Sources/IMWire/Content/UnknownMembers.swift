// SPDX-License-Identifier: Apache-2.0

/// What arrived in an object beyond its schema, byte for byte and in order, to be written again (CNT-060).
///
/// It also keeps the raw text of known members that hold a surrogate without a partner, which no Swift string can hold:
/// as long as the property is left alone, the bytes that arrived are written (CNT-079).
public struct UnknownMembers: Hashable, Sendable {
    /// The members as `"name":value`, separated by commas.
    private(set) var fragment: [UInt8] = []
    /// Known members whose bytes say more than their value: the member's name, and its value's bytes.
    private(set) var raw: [RawMember] = []

    struct RawMember: Hashable, Sendable {
        var name: String
        var bytes: [UInt8]
    }

    /// None.
    public init() {}

    /// Whether nothing arrived that the schema does not name.
    public var isEmpty: Bool { fragment.isEmpty }

    /// The members' names, unescaped, in their order.
    public var names: [String] { members.map(\.name) }

    /// The members: their names, unescaped, and their values' JSON text.
    public var members: [(name: String, value: RawJSON)] {
        var found: [(name: String, value: RawJSON)] = []
        let text = fragment.span
        var scanner = JSONScanner(text, limits: .unlimited, isStrict: false)
        while scanner.position < text.count {
            guard let name = try? scanner.string() else { break }
            scanner.advance()  // the colon: the fragment is our own
            let start = scanner.position
            guard (try? scanner.skipValue()) != nil else { break }
            found.append((scanner.text(of: name), RawJSON(scanned: text.string(start, scanner.position))))
            scanner.advance()  // the comma
        }
        return found
    }

    /// Adds a member behind the others; an earlier one of that name is left alone.
    public mutating func append(_ name: String, _ value: RawJSON) {
        var writer = ContentWriter()
        writer.value(name)
        if !fragment.isEmpty { fragment.append(0x2c) }
        fragment.append(contentsOf: writer.bytes)
        fragment.append(0x3a)
        fragment.append(contentsOf: value.text.utf8)
    }

    /// Adds a member as it stands in `text`: its name with quotes, and its value.
    mutating func append(_ member: UnknownRange, from text: Span<UInt8>) {
        if !fragment.isEmpty { fragment.append(0x2c) }
        fragment.append(text.slice(member.nameStart, member.nameEnd))
        fragment.append(0x3a)
        fragment.append(text.slice(member.valueStart, member.valueEnd))
    }

    /// Moves the bytes kept for a member to the name under which `value` is written; those of another value go.
    package mutating func keep(_ name: String, as canonical: String, for value: String?) {
        guard let index = raw.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return }
        let bytes = raw.remove(at: index).bytes
        if raw.contains(where: { $0.name.utf8.elementsEqual(canonical.utf8) }) { return }
        var reader = ContentReader(bytes.span, limits: .unlimited)
        let text = try? reader.string()
        if text == value { keep(bytes.span, for: canonical) }
    }

    /// Keeps the bytes of a known member beside its value.
    mutating func keep(_ bytes: Span<UInt8>, for name: String) {
        var copy: [UInt8] = []
        copy.append(bytes)
        // By name, and not as they came: the order of members says nothing, and another writer has another one.
        let place = raw.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.utf8) } ?? raw.endIndex
        raw.insert(RawMember(name: name, bytes: copy), at: place)
    }
}

/// Where an unknown member lies in the input.
struct UnknownRange {
    var nameStart: Int
    var nameEnd: Int
    var valueStart: Int
    var valueEnd: Int

    /// The bytes it takes when it is written again.
    var size: Int { nameEnd - nameStart + 1 + valueEnd - valueStart }
}

extension Array<UInt8> {
    /// Appends the bytes of a view.
    @inline(__always)
    mutating func append(_ view: Span<UInt8>) {
        unsafe view.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
