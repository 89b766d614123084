// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireServerAPI

/// A kind of input that is neither a stream of chat messages nor RongCloud's packets, recognized by its first bytes.
///
/// Packets have no signature (RMTP-001): a form that begins with `f`, for example, can be read as a packet. These kinds
/// are therefore recognized before packets are.
enum InputKind: Equatable {
    /// Data that has to be converted before it can be inspected.
    case encoded(InputHint)
    /// An HTTP request or response, whose body begins at an offset.
    case http(body: Int)
    /// A form of the server API or of a callback.
    case form
    /// A list of online statuses, as in a callback.
    case onlineStatuses
    /// Text that is not Base64, hex or JSON.
    case text

    /// The number of bytes that recognition examines.
    private static let window = 4_096

    /// Returns the kind of an input, or nil if it may be a stream of chat messages or packets.
    static func of(_ bytes: [UInt8]) -> InputKind? {
        let start = bytes.prefix(window)
        return InputHint.encoded(start).map { .encoded($0) } ?? http(bytes) ?? (isForm(start) ? .form : nil)
            ?? (areOnlineStatuses(bytes) ? .onlineStatuses : nil) ?? (isText(start) ? .text : nil)
    }

    // MARK: HTTP, forms and statuses

    private static func http(_ bytes: [UInt8]) -> InputKind? {
        let line = bytes.prefix(window).prefix { !$0.isLineBreak }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        let version = Array("HTTP/1.".utf8)
        let isResponse = line.starts(with: version)
        let isRequest =
            words.count == 3 && words[2].starts(with: version)
            && words[0].allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard isResponse || isRequest else { return nil }
        var offset = line.endIndex
        while offset < bytes.count {
            let rest = bytes[offset...].prefix(4)
            if rest.starts(with: "\r\n\r\n".utf8) { return .http(body: offset + 4) }
            if rest.starts(with: "\n\n".utf8) { return .http(body: offset + 2) }
            offset += 1
        }
        return .http(body: bytes.count)
    }

    /// Returns whether a text consists of `name=value` fields, without white space.
    ///
    /// Base64 that ends in `=` is not a form: a form has a second field, or a value that is not empty.
    private static func isForm(_ start: ArraySlice<UInt8>) -> Bool {
        let text = start.withoutFinalLineBreaks
        guard text.allSatisfy((UInt8(ascii: "!")...UInt8(ascii: "~")).contains),
            let equals = text.firstIndex(of: UInt8(ascii: "="))
        else {
            return false
        }
        let name = text[..<equals]
        let value = text[(equals + 1)...].prefix { $0 != UInt8(ascii: "&") }
        let isName = !name.isEmpty && name.allSatisfy(isNameByte)
        let hasMore = value.endIndex < text.endIndex
        return isName && !value.starts(with: "=".utf8) && (hasMore || !value.isEmpty)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: "%-._[]".utf8.contains(byte)
        }
    }

    private static func areOnlineStatuses(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "["), let list = try? OnlineStatus.decodeList(bytes.span) else {
            return false
        }
        return !list.isEmpty && list.allSatisfy { $0.userID != nil && $0.change != nil }
    }

    // MARK: Text

    /// Returns whether the input is text of which no line can be Base64, hex or JSON.
    private static func isText(_ start: ArraySlice<UInt8>) -> Bool {
        guard String(validating: start.dropLast(start.count == window ? 3 : 0), as: UTF8.self) != nil else {
            return false
        }
        let lines = start.split(whereSeparator: \.isLineBreak)
        return !lines.isEmpty && lines.allSatisfy(isProse)
    }

    /// Returns whether a line has white space between words of which one cannot be hex or Base64.
    private static func isProse(_ line: ArraySlice<UInt8>) -> Bool {
        let words = line.split(whereSeparator: \.isBlank)
        guard words.count > 1, let first = words.first?.first, !"{[".utf8.contains(first) else { return false }
        guard line.allSatisfy({ $0 >= UInt8(ascii: " ") || $0.isBlank }) else { return false }
        return words.contains { word in !word.allSatisfy { $0.hexDigit != nil || ":,xX".utf8.contains($0) } }
    }
}

#endif
