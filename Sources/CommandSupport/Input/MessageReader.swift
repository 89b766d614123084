// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// A message found in a line: its type and the location of its content.
package struct LineMessage {
    /// The type.
    package var type: LineType
    /// The range of the content in the line, or nil if the content is in ``MessageReader/scratch``.
    package var range: Range<Int>?
}

/// A reader that finds the type and the content in a line `{"objectName":"RC:TxtMsg","content":{…}}`.
///
/// The content is an object, or a string that holds its JSON text, as in the callbacks of the service (CNT-161). A
/// content that is not text is written `{"$base64":"…"}`. Other members are checked to be JSON and otherwise ignored.
package struct MessageReader: Sendable {
    /// The bytes of a content that the line does not hold verbatim.
    package private(set) var scratch: [UInt8] = []
    /// The known types.
    package let registry: ContentRegistry

    let bareType: LineType?
    let payloadName: String
    var types: LineTypes
    /// The type of the line read last.
    var type: LineType
    /// Whether lines are expected to consist of the type and the content, in this order.
    var expectsPlain = true

    /// Creates a reader of lines whose content is in the member `payloadName`, or is the whole line if there is a
    /// `bareType`.
    package init(bareType: ObjectName?, payloadName: String, registry: ContentRegistry = .builtIn) {
        self.payloadName = payloadName
        self.registry = registry
        types = LineTypes(registry)
        self.bareType = bareType.map { LineType($0, in: registry) }
        type = self.bareType ?? LineType(ObjectName(rawValue: ""), in: registry)
    }

    /// Reads a line and decodes its content.
    package mutating func decode(
        _ line: Span<UInt8>, mode: DecodingMode
    ) throws(LineError) -> (type: LineType, decoded: Decoded<AnyContent>) {
        if let range = plainContent(line) {
            let content = line.extracting(range)
            if let decoded = try? registry.decode(content, as: type.name, mode: mode) { return (type, decoded) }
        }
        let message = try read(line)
        do throws(DecodeError) {
            if let range = message.range {
                return (type, try registry.decode(line.extracting(range), as: type.name, mode: mode))
            }
            return (type, try registry.decode(scratch.span, as: type.name, mode: mode))
        } catch {
            throw LineError(error, type.name)
        }
    }

    /// Finds the message of a line, and validates its content.
    package mutating func validate(
        _ line: Span<UInt8>, with validator: inout ContentValidator
    ) throws(LineError) -> LineMessage {
        if let range = plainContent(line) {
            do throws(DecodeError) {
                try validator.validate(line.extracting(range), as: type.name)
                return LineMessage(type: type, range: range)
            } catch {}
        }
        let message = try read(line)
        do throws(DecodeError) {
            if let range = message.range {
                try validator.validate(line.extracting(range), as: type.name)
            } else {
                try validator.validate(scratch, as: type.name)
            }
        } catch {
            throw LineError(error, type.name)
        }
        return message
    }

    /// Finds the message of a line.
    private mutating func read(_ line: Span<UInt8>) throws(LineError) -> LineMessage {
        scratch.removeAll(keepingCapacity: true)
        if bareType != nil {
            if try readBase64(line, 0..<line.count) { return LineMessage(type: type, range: nil) }
            return LineMessage(type: type, range: 0..<line.count)
        }
        var parts = LineParts()
        do {
            try parts.split(line, payloadName)
        } catch {
            throw inContent(line, parts) ?? error
        }
        guard let name = parts.name else {
            throw LineError(.member, at: 0, "the line has no objectName; add one, or give --type for all lines")
        }
        try readName(line, name)
        guard let payload = parts.payload else {
            throw LineError(.member, at: 0, "the line has no \(payloadName)", type.name)
        }
        expectsPlain = parts.isPlain
        return try locate(line, payload.range)
    }

    /// Returns the codec's error for a line that breaks off inside its content, because it is more precise.
    private mutating func inContent(_ line: Span<UInt8>, _ parts: LineParts) -> LineError? {
        guard let payload = parts.payload, line[payload.range.lowerBound] != UInt8(ascii: "\"") else { return nil }
        let content = line.extracting(payload.range)
        if let name = parts.name, (try? readName(line, name)) != nil {
            do throws(DecodeError) {
                _ = try registry.decode(content, as: type.name)
                if !type.isTyped { try RawJSON.check(content) }
            } catch {
                return LineError(error, type.name)
            }
        }
        return nil
    }

    /// Returns the location of the content's bytes.
    private mutating func locate(_ line: Span<UInt8>, _ range: Range<Int>) throws(LineError) -> LineMessage {
        if line[range.lowerBound] == UInt8(ascii: "\"") {
            try readString(line, range)
            return LineMessage(type: type, range: nil)
        }
        if try readBase64(line, range) { return LineMessage(type: type, range: nil) }
        if !type.isTyped && range.count <= DecodingLimits().contentBytes {
            // The codec does not examine these bytes, so the tool itself checks that they are JSON.
            do throws(DecodeError) {
                try RawJSON.check(line.extracting(range))
            } catch {
                throw LineError(error, inLineFrom: range.lowerBound, type.name)
            }
        }
        return LineMessage(type: type, range: range)
    }

    /// Reads the objectName.
    private mutating func readName(_ line: Span<UInt8>, _ value: LineScanner.Value) throws(LineError) {
        let range = value.range
        guard line[range.lowerBound] == UInt8(ascii: "\"") else {
            throw LineError(.member, at: range.lowerBound, "objectName is not a string")
        }
        let raw: RawJSON
        do throws(DecodeError) {
            raw = try RawJSON(parsing: line.extracting(range))
        } catch {
            throw LineError(error, inLineFrom: range.lowerBound)
        }
        let name = raw.string ?? ""
        type = types.type(name.utf8.span) ?? LineType(ObjectName(rawValue: name), in: registry)
    }

    /// Unescapes a content from a string.
    private mutating func readString(_ line: Span<UInt8>, _ range: Range<Int>) throws(LineError) {
        do throws(JSONString.UnescapeError) {
            try JSONString.unescape(line, range.lowerBound + 1..<range.upperBound - 1, into: &scratch)
        } catch {
            switch error {
            case .syntax(let offset): throw LineError(.json, at: offset, "the string is not JSON", type.name)
            case .surrogate(let offset):
                throw LineError(
                    .json, at: offset, "unpaired surrogate: the string has no UTF-8 form", type.name)
            }
        }
        if !type.isTyped && String(validating: scratch, as: UTF8.self) == nil {
            throw LineError(.utf8, at: range.lowerBound, "the string is not UTF-8", type.name)
        }
    }

    /// Decodes a content from `{"$base64":"…"}`; returns whether the value has that form.
    private mutating func readBase64(_ line: Span<UInt8>, _ range: Range<Int>) throws(LineError) -> Bool {
        guard BytesValue.isLikely(line, range), let raw = try? RawJSON(parsing: line.extracting(range)),
            let members = raw.members, members.count == 1, members.first?.name == BytesValue.name
        else { return false }
        guard let bytes = members.first?.value.string.flatMap({ Base64.decode($0) }) else {
            throw LineError(.member, at: range.lowerBound, "\(BytesValue.name) is not Base64", type.name)
        }
        scratch = bytes
        return true
    }
}

#endif
