// SPDX-License-Identifier: Apache-2.0

/// The members of an object that its schema does not name, kept byte for byte and in order to be written again
/// (CNT-060).
///
/// Known members that could not be read are among them as long as their property is nil (CNT-180). The raw text of
/// known members that contain a lone surrogate, which a Swift string cannot hold, is also kept here: the bytes that
/// arrived are written as long as the property is unchanged (CNT-079).
///
/// ```swift
/// var message = TextMessage(content: "hi")
/// message.unknownMembers.append("priority", RawJSON("high"))
/// print(message.encodedString())  // {"content":"hi","priority":"high"}
/// ```
public struct UnknownMembers: Hashable, Sendable {
    /// The members as `"name":value`, separated by commas.
    private(set) var fragment: [UInt8] = []
    /// The known members whose bytes preserve more than their value.
    private(set) var raw: [RawMember] = []

    struct RawMember: Hashable, Sendable {
        /// The canonical name of the member.
        var name: String
        var kept: Kept
    }

    enum Kept: Hashable, Sendable {
        /// The bytes of a value with a lone surrogate.
        case value([UInt8])
        /// A member that could not be read and is in the fragment under this name.
        case unparsed(String)
        /// A member that could not be read, after it was given a value.
        case replaced(String)
    }

    /// Creates an empty collection.
    public init() {}

    /// Creates the members of an object that was read from `text`, without those that were replaced.
    init(_ members: ArraySlice<ObjectFrame.UnknownName>, from text: Span<UInt8>) {
        let size = members.reduce(0) { $1.isReplaced ? $0 : $0 &+ $1.range.size &+ 1 }
        fragment.append(addingCapacity: size) { output in
            unsafe output.withUnsafeMutableBufferPointer { memory, used in
                guard let start = memory.baseAddress else { return }
                var place = unsafe start + used
                for member in members where !member.isReplaced {
                    if unsafe place != start { unsafe place.write(.comma) }
                    unsafe place.write(member.range, from: text)
                }
                unsafe used = place - start
                assert(used <= memory.count)
            }
        }
    }

    /// Whether there are no unknown members.
    public var isEmpty: Bool { fragment.isEmpty }

    /// The unescaped names of the members, in order; a lone surrogate appears as U+FFFD.
    public var names: [String] { members.map(\.name) }

    /// The names of the members as JSON strings, in order; a name with a lone surrogate keeps its spelling.
    package var nameTexts: [RawJSON] {
        var found: [RawJSON] = []
        eachMember { scanner, name, _ in
            found.append(
                name.loneSurrogate < 0
                    ? RawJSON(scanner.text(of: name))
                    : RawJSON(scanned: scanner.text.string(name.start - 1, name.end + 1)))
        }
        return found
    }

    /// The unescaped names of the members and the JSON text of their values.
    public var members: [(name: String, value: RawJSON)] {
        var found: [(name: String, value: RawJSON)] = []
        eachMember { scanner, name, value in
            let text = scanner.text.string(value.lowerBound, value.upperBound)
            found.append((scanner.text(of: name), RawJSON(scanned: text)))
        }
        return found
    }

    /// Calls `body` with the name and the value of each member.
    private func eachMember(_ body: (borrowing JSONScanner, StringToken, Range<Int>) -> Void) {
        var scanner = JSONScanner(fragment.span, limits: .unbounded, isStrict: false)
        while scanner.position < fragment.count {
            guard let name = try? scanner.memberName() else { break }
            let start = scanner.position
            guard (try? scanner.skipValue()) != nil else { break }
            body(scanner, name, start..<scanner.position)
            scanner.advance()  // the comma
        }
    }

    /// Appends a member after the others; an earlier member with the same name is kept.
    public mutating func append(_ name: String, _ value: RawJSON) {
        var writer = ContentEncoder()
        writer.value(name)
        if !fragment.isEmpty { fragment.append(.comma) }
        fragment.append(contentsOf: writer.bytes)
        fragment.append(.colon)
        fragment.append(contentsOf: value.text.utf8)
    }

    /// Appends a member as it appears in `text`: its name with quotes, and its value.
    mutating func append(_ member: UnknownRange, from text: Span<UInt8>) {
        let isFirst = fragment.isEmpty
        fragment.append(addingCapacity: member.size + 1) { output in
            unsafe output.withUnsafeMutableBufferPointer { memory, used in
                guard let start = memory.baseAddress else { return }
                var place = unsafe start + used
                if !isFirst { unsafe place.write(.comma) }
                unsafe place.write(member, from: text)
                unsafe used = place - start
            }
        }
    }

    /// Removes all members with this name.
    public mutating func remove(_ name: String) {
        fragment = fragment(without: [name])
        raw.removeAll { member in
            if case .unparsed(let spelling) = member.kept { spelling.equals(name) } else { false }
        }
    }

    /// Returns the members as they are written, without those with the given names.
    func fragment(without names: [String]) -> [UInt8] {
        var others: [UInt8] = []
        eachMember { scanner, token, value in
            let name = scanner.text(of: token)
            if token.loneSurrogate < 0, names.contains(where: { $0.equals(name) }) { return }
            if !others.isEmpty { others.append(.comma) }
            others.append(scanner.text.slice(token.start - 1, value.upperBound))
        }
        return others
    }

    /// Records that the known member `name` could not be read and is among the unknown members as `spelling`.
    mutating func keepUnparsed(_ name: String, as spelling: String) {
        raw.append(RawMember(name: name, kept: .unparsed(spelling)))
    }

    /// Moves the bytes kept for a member to the name under which `value` is written, or drops them if they have another
    /// value.
    package mutating func keep(_ name: String, as canonical: String, for value: String?) {
        guard let index = raw.firstIndex(where: { $0.name.equals(name) }),
            case .value(let bytes) = raw[index].kept
        else { return }
        raw.remove(at: index)
        if raw.contains(where: { $0.name.equals(canonical) }) { return }
        var reader = ContentDecoder(bytes.span, limits: .unbounded)
        let text = try? reader.string()
        if text == value { keep(bytes.span, for: canonical) }
    }

    /// Returns whether the known member `name` arrived with a lone surrogate and still has the value it was read as.
    func hasLoneSurrogate(_ name: String, in value: String?) -> Bool {
        guard let kept = raw.last(where: { $0.name.equals(name) }), case .value(let bytes) = kept.kept else {
            return false
        }
        var reader = ContentDecoder(bytes.span, limits: .unbounded)
        return (try? reader.string()) == value
    }

    /// Drops the bytes kept for the known member `name`, which gets another value.
    mutating func dropKept(_ name: String) {
        raw.removeAll { member in
            if case .value = member.kept { member.name.equals(name) } else { false }
        }
    }

    /// Keeps the bytes of a known member in addition to its value.
    mutating func keep(_ bytes: Span<UInt8>, for name: String) {
        var copy: [UInt8] = []
        copy.append(bytes)
        // Order by name and not by arrival, because member order has no meaning and differs between writers.
        let place = raw.firstIndex { name.utf8.lexicographicallyPrecedes($0.name.utf8) } ?? raw.endIndex
        raw.insert(RawMember(name: name, kept: .value(copy)), at: place)
    }
}

/// The location of an unknown member in the input.
struct UnknownRange {
    var nameStart: Int
    var nameEnd: Int
    var valueStart: Int
    var valueEnd: Int

    /// The number of bytes the member takes when it is written again.
    var size: Int { nameEnd &- nameStart &+ 1 &+ valueEnd &- valueStart }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes a member as it appears in `text`, without white space around its colon.
    @inline(__always)
    fileprivate mutating func write(_ member: UnknownRange, from text: Span<UInt8>) {
        if member.nameEnd &+ 1 == member.valueStart {
            return unsafe text.slice(member.nameStart, member.valueEnd).withUnsafeBufferPointer { unsafe write($0) }
        }
        unsafe text.slice(member.nameStart, member.nameEnd).withUnsafeBufferPointer { unsafe write($0) }
        unsafe write(.colon)
        unsafe text.slice(member.valueStart, member.valueEnd).withUnsafeBufferPointer { unsafe write($0) }
    }
}

extension Array<UInt8> {
    /// Appends the bytes of a span.
    @inline(__always)
    mutating func append(_ view: Span<UInt8>) {
        unsafe view.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
