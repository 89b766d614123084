// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores, AllPublicDeclarationsHaveDocumentation

import CIMWire
import IMWire

@_cdecl("imwire_json_member") @implementation
public func imwire_json_member(
    _ json: CText, _ size: Int, _ name: CText, _ name_size: Int, _ value: UnsafeMutablePointer<imwire_range>?,
    _ kind: UnsafeMutablePointer<CChar>?, _ error: CError
) -> Int32 {
    answer(error) { () throws(Failure) in
        guard let value else { throw .argument("there is no place for the range") }
        let text = try Input.text(json, size)
        let name = try Input.text(name, name_size)
        guard let found = try reading(member(name.span, in: text.span)) else { return IMWIRE_NONE }
        value.pointee = imwire_range(offset: found.lowerBound, size: found.count)
        kind?.pointee = kindOfValue(text[found.lowerBound])
        return IMWIRE_OK
    }
}

@_cdecl("imwire_json_element") @implementation
public func imwire_json_element(
    _ json: CText, _ size: Int, _ position: UnsafeMutablePointer<Int>?, _ value: UnsafeMutablePointer<imwire_range>?,
    _ kind: UnsafeMutablePointer<CChar>?, _ error: CError
) -> Int32 {
    answer(error) { () throws(Failure) in
        guard let position, let value else { throw .argument("position or value is a null pointer") }
        let text = try Input.text(json, size)
        guard 0...text.count ~= position.pointee else { throw .argument("the position is not in the text") }
        let start = position.pointee
        guard let found = try reading(element(from: start, in: text.span)) else { return IMWIRE_NONE }
        value.pointee = imwire_range(offset: found.lowerBound, size: found.count)
        kind?.pointee = kindOfValue(text[found.lowerBound])
        position.pointee = found.upperBound
        return IMWIRE_OK
    }
}

/// Returns the first byte of a value as its kind, or 0 for a number.
private func kindOfValue(_ first: UInt8) -> CChar {
    first == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first ? 0 : CChar(bitPattern: first)
}

/// Returns the range of the element after `start`, or nil at the end of the list; a `start` of 0 requests the first
/// element.
private func element(from start: Int, in text: Span<UInt8>) throws(DecodeError) -> Range<Int>? {
    var scanner = JSONScanner(text, limits: .unbounded, isStrict: false)
    scanner.position = start
    let next = scanner.nextToken()
    if start > 0, next == UInt8(ascii: "]") { return nil }
    guard next == UInt8(ascii: start == 0 ? "[" : ",") else { throw scanner.unexpected() }
    scanner.advance()
    if start == 0, scanner.nextToken() == UInt8(ascii: "]") { return nil }
    _ = scanner.nextToken()
    let first = scanner.position
    _ = try scanner.skipValue()
    return first..<scanner.position
}

@_cdecl("imwire_json_text") @implementation
public func imwire_json_text(_ json: CText, _ size: Int, _ text: CBuffer, _ error: CError) -> Int32 {
    answer(error) { () throws(Failure) in
        let output = try Output(text)
        let bytes = try Input.text(json, size)
        try output.append(try reading(string(bytes.span)).utf8.span)
        return IMWIRE_OK
    }
}

/// Reads a JSON string that is surrounded only by white space.
private func string(_ text: Span<UInt8>) throws(DecodeError) -> String {
    var scanner = JSONScanner(text, limits: .unbounded, isStrict: true)
    guard scanner.nextToken() == UInt8(ascii: "\"") else { throw scanner.unexpected() }
    let token = try scanner.string()
    try scanner.finish()
    return scanner.text(of: token)
}

/// Returns the range of the value of a member, or nil if it is absent; of duplicate names, the last one counts.
private func member(_ name: Span<UInt8>, in text: Span<UInt8>) throws(DecodeError) -> Range<Int>? {
    var scanner = JSONScanner(text, limits: .unbounded, isStrict: false)
    guard scanner.nextToken() == UInt8(ascii: "{") else { throw scanner.unexpected() }
    scanner.advance()
    var found: Range<Int>?
    var isFirst = true
    while true {
        let next = scanner.nextToken()
        if next == UInt8(ascii: "}"), isFirst { break }
        if !isFirst {
            if next == UInt8(ascii: "}") { break }
            guard next == UInt8(ascii: ",") else { throw scanner.unexpected() }
            scanner.advance()
        }
        isFirst = false
        guard scanner.nextToken() == UInt8(ascii: "\"") else { throw scanner.unexpected() }
        let token = try scanner.string()
        let isIt = equals(name, scanner, token)
        try scanner.colon()
        _ = scanner.nextToken()
        let start = scanner.position
        _ = try scanner.skipValue()
        if isIt { found = start..<scanner.position }
    }
    scanner.advance()
    try scanner.finish()
    return found
}

/// Returns whether a name in the text equals `name` after its escapes are resolved.
@inline(__always)
private func equals(_ name: Span<UInt8>, _ scanner: borrowing JSONScanner, _ token: StringToken) -> Bool {
    if token.isEscaped { return scanner.text(of: token).utf8.span.equals(name) }
    return scanner.text.extracting(token.start..<token.end).equals(name)
}
