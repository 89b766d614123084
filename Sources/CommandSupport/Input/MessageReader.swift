// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// A message found in a line: its type and the location of its content.
package struct LineMessage {
    /// The type.
    package var objectName: ObjectName
    /// The range of the content in the line, or nil if the content is in ``MessageReader/scratch``.
    package var range: Range<Int>?
}

/// A reader that finds the type and the content in a line `{"objectName":"RC:TxtMsg","content":{…}}`.
///
/// The content is an object, or a string that holds its JSON text, as in the callbacks of the service (CNT-161). A
/// content that is not text is written `{"$base64":"…"}`. Other members are checked to be JSON and otherwise ignored.
package struct MessageReader {
    /// The bytes of a content that the line does not hold verbatim.
    package private(set) var scratch: [UInt8] = []
    /// The known types.
    package let registry: ContentRegistry

    private let bareType: ObjectName?
    private let payloadName: String
    /// The bytes and the name of the previous line's type, which is likely to repeat, and whether that type has
    /// members.
    private var recent = (bytes: [UInt8](), name: ObjectName(rawValue: ""), isTyped: false)

    /// Creates a reader of lines whose content is in the member `payloadName`, or is the whole line if there is a
    /// `bareType`.
    package init(bareType: ObjectName?, payloadName: String, registry: ContentRegistry = .builtIn) {
        self.bareType = bareType
        self.payloadName = payloadName
        self.registry = registry
        if let bareType { remember(bareType) }
    }

    /// Finds the message of a line, and validates its content.
    package mutating func validate(
        _ line: Span<UInt8>, with validator: inout ContentValidator
    ) throws(LineError) -> LineMessage {
        let message = try read(line)
        do throws(DecodeError) {
            if let range = message.range {
                try validator.validate(message.objectName, line.extracting(range))
            } else {
                try validator.validate(message.objectName, scratch)
            }
        } catch {
            throw LineError(error, message.objectName)
        }
        return message
    }

    /// Finds the message of a line.
    package mutating func read(_ line: Span<UInt8>) throws(LineError) -> LineMessage {
        scratch.removeAll(keepingCapacity: true)
        if bareType != nil {
            if try readBase64(line, 0..<line.count) { return LineMessage(objectName: recent.name, range: nil) }
            return LineMessage(objectName: recent.name, range: 0..<line.count)
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
            throw LineError(.member, at: 0, "the line has no \(payloadName)", recent.name)
        }
        return try locate(line, payload.range)
    }

    /// Returns the codec's error for a line that breaks off inside its content, because it is more precise.
    private mutating func inContent(_ line: Span<UInt8>, _ parts: LineParts) -> LineError? {
        guard let payload = parts.payload, line[payload.range.lowerBound] != UInt8(ascii: "\"") else { return nil }
        let content = line.extracting(payload.range)
        if let name = parts.name, (try? readName(line, name)) != nil {
            do throws(DecodeError) {
                _ = try registry.decode(recent.name, content)
                if !recent.isTyped { _ = try RawJSON(parsing: content) }
            } catch {
                return LineError(error, recent.name)
            }
        }
        return nil
    }

    /// Returns the location of the content's bytes.
    private mutating func locate(_ line: Span<UInt8>, _ range: Range<Int>) throws(LineError) -> LineMessage {
        if line[range.lowerBound] == UInt8(ascii: "\"") {
            try readString(line, range)
            return LineMessage(objectName: recent.name, range: nil)
        }
        if try readBase64(line, range) { return LineMessage(objectName: recent.name, range: nil) }
        if !recent.isTyped && range.count <= DecodingLimits().contentBytes {
            // The codec does not examine these bytes, so the tool itself checks that they are JSON.
            do throws(DecodeError) {
                _ = try RawJSON(parsing: line.extracting(range))
            } catch {
                throw LineError(error, inLineFrom: range.lowerBound, recent.name)
            }
        }
        return LineMessage(objectName: recent.name, range: range)
    }

    /// Reads the objectName, which is usually that of the previous line.
    private mutating func readName(_ line: Span<UInt8>, _ value: LineScanner.Value) throws(LineError) {
        let range = value.range
        guard line[range.lowerBound] == UInt8(ascii: "\"") else {
            throw LineError(.member, at: range.lowerBound, "objectName is not a string")
        }
        if !value.isEscaped && isRecent(line, range.lowerBound + 1, range.count - 2) { return }
        let raw: RawJSON
        do throws(DecodeError) {
            raw = try RawJSON(parsing: line.extracting(range))
        } catch {
            throw LineError(error, inLineFrom: range.lowerBound)
        }
        remember(ObjectName(rawValue: raw.string ?? ""))
    }

    private func isRecent(_ line: Span<UInt8>, _ start: Int, _ count: Int) -> Bool {
        guard count > 0, count == recent.bytes.count else { return false }
        for offset in 0..<count where line[start + offset] != recent.bytes[offset] { return false }
        return true
    }

    private mutating func remember(_ name: ObjectName) {
        recent = (Array(name.rawValue.utf8), name, registry[name]?.isTyped == true)
    }

    /// Unescapes a content from a string.
    private mutating func readString(_ line: Span<UInt8>, _ range: Range<Int>) throws(LineError) {
        do throws(JSONString.UnescapeError) {
            try JSONString.unescape(line, range.lowerBound + 1..<range.upperBound - 1, into: &scratch)
        } catch {
            switch error {
            case .syntax(let offset): throw LineError(.json, at: offset, "the string is not JSON", recent.name)
            case .surrogate(let offset):
                throw LineError(
                    .json, at: offset, "unpaired surrogate: the string has no UTF-8 form", recent.name)
            }
        }
        if !recent.isTyped && String(validating: scratch, as: UTF8.self) == nil {
            throw LineError(.utf8, at: range.lowerBound, "the string is not UTF-8", recent.name)
        }
    }

    /// Decodes a content from `{"$base64":"…"}`; returns whether the value has that form.
    private mutating func readBase64(_ line: Span<UInt8>, _ range: Range<Int>) throws(LineError) -> Bool {
        guard BytesValue.isLikely(line, range), let raw = try? RawJSON(parsing: line.extracting(range)),
            let members = raw.members, members.count == 1, members.first?.name == BytesValue.name
        else { return false }
        guard let bytes = members.first?.value.string.flatMap({ Base64.decode($0) }) else {
            throw LineError(.member, at: range.lowerBound, "\(BytesValue.name) is not Base64", recent.name)
        }
        scratch = bytes
        return true
    }
}

extension MessageReader {
    /// Reads a line and decodes its content.
    package mutating func decode(_ line: Span<UInt8>, mode: DecodingMode) throws(LineError) -> Decoded<AnyContent> {
        let message = try read(line)
        do throws(DecodeError) {
            if let range = message.range {
                return try registry.decode(message.objectName, line.extracting(range), mode: mode)
            }
            return try registry.decode(message.objectName, scratch.span, mode: mode)
        } catch {
            throw LineError(error, message.objectName)
        }
    }
}

#endif
