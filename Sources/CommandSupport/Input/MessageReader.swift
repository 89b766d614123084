// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWire

/// A message that was found in a line: its type, and where the bytes of its content are.
package struct LineMessage {
    /// The type.
    package var objectName: ObjectName
    /// The content's place in the line; nil where it is in ``MessageReader/scratch``.
    package var range: Range<Int>?
}

/// Finds type and content in a line `{"objectName":"RC:TxtMsg","content":{…}}`.
///
/// The content is an object, or a string that holds its JSON text, as the callbacks of the service have it (CNT-161);
/// bytes that are no text are `{"$base64":"…"}`. Members beside the two are checked to be JSON, and left alone.
package struct MessageReader {
    /// The bytes of a content that does not stand in its line as it is.
    package private(set) var scratch: [UInt8] = []
    /// The types that are known.
    package let registry: ContentRegistry

    private let bareType: ObjectName?
    private let payloadName: String
    /// The name of the line before, which is likely to come again, and whether its type has members.
    private var recent = (bytes: [UInt8](), name: ObjectName(rawValue: ""), isTyped: false)

    /// Reads lines whose content is in the member `payloadName`, or is the whole line where there is a `bareType`.
    package init(bareType: ObjectName?, payloadName: String, registry: ContentRegistry = .builtIn) {
        self.bareType = bareType
        self.payloadName = payloadName
        self.registry = registry
        if let bareType { remember(bareType) }
    }

    /// Finds the message of a line.
    package mutating func read(_ line: Span<UInt8>) throws(Fault) -> LineMessage {
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
            throw Fault(.member, at: 0, "the line has no objectName; add one, or give --type for all lines")
        }
        try readName(line, name)
        guard let payload = parts.payload else {
            throw Fault(.member, at: 0, "the line has no \(payloadName)", recent.name)
        }
        return try locate(line, payload.range)
    }

    /// Where a line breaks off inside its content, the codec says more precisely what is wrong.
    private mutating func inContent(_ line: Span<UInt8>, _ parts: LineParts) -> Fault? {
        guard let payload = parts.payload, line[payload.range.lowerBound] != 0x22 else { return nil }
        let content = line.extracting(payload.range)
        if let name = parts.name, (try? readName(line, name)) != nil {
            do throws(DecodeError) {
                _ = try registry.decode(recent.name, content)
                if !recent.isTyped { _ = try RawJSON(parsing: content) }
            } catch {
                return Fault(error, recent.name)
            }
        }
        return nil
    }

    /// Where the bytes of the content are.
    private mutating func locate(_ line: Span<UInt8>, _ range: Range<Int>) throws(Fault) -> LineMessage {
        if line[range.lowerBound] == 0x22 {
            try readString(line, range)
            return LineMessage(objectName: recent.name, range: nil)
        }
        if try readBase64(line, range) { return LineMessage(objectName: recent.name, range: nil) }
        if !recent.isTyped && range.count <= DecodingLimits().contentBytes {
            // The codec does not look into these bytes; that the line is JSON is for the tool to say.
            do throws(DecodeError) {
                _ = try RawJSON(parsing: line.extracting(range))
            } catch {
                throw LineParts.fault(error, from: range.lowerBound).of(recent.name)
            }
        }
        return LineMessage(objectName: recent.name, range: range)
    }

    /// Reads the objectName, which is most often that of the line before.
    private mutating func readName(_ line: Span<UInt8>, _ value: LineScanner.Value) throws(Fault) {
        let range = value.range
        guard line[range.lowerBound] == 0x22 else {
            throw Fault(.member, at: range.lowerBound, "objectName is not a string")
        }
        if !value.isEscaped && isRecent(line, range.lowerBound + 1, range.count - 2) { return }
        let raw: RawJSON
        do throws(DecodeError) {
            raw = try RawJSON(parsing: line.extracting(range))
        } catch {
            throw LineParts.fault(error, from: range.lowerBound)
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

    /// Takes the content out of a string.
    private mutating func readString(_ line: Span<UInt8>, _ range: Range<Int>) throws(Fault) {
        do throws(JSONString.Problem) {
            try JSONString.unescape(line, range.lowerBound + 1..<range.upperBound - 1, into: &scratch)
        } catch {
            switch error {
            case .syntax(let offset): throw Fault(.json, at: offset, "the string is not JSON", recent.name)
            case .surrogate(let offset):
                throw Fault(
                    .json, at: offset, "half a surrogate pair: the string stands for no bytes", recent.name)
            }
        }
        if !recent.isTyped && String(validating: scratch, as: UTF8.self) == nil {
            throw Fault(.utf8, at: range.lowerBound, "the string is not UTF-8", recent.name)
        }
    }

    /// Takes the content out of `{"$base64":"…"}`; says whether it is one.
    private mutating func readBase64(_ line: Span<UInt8>, _ range: Range<Int>) throws(Fault) -> Bool {
        guard BytesValue.isLikely(line, range), let raw = try? RawJSON(parsing: line.extracting(range)),
            let members = raw.members, members.count == 1, members.first?.name == BytesValue.name
        else { return false }
        guard let bytes = members.first?.value.string.flatMap({ Base64.decode($0) }) else {
            throw Fault(.member, at: range.lowerBound, "\(BytesValue.name) is not Base64", recent.name)
        }
        scratch = bytes
        return true
    }
}

extension MessageReader {
    /// Reads a line and decodes the content in it.
    package mutating func decode(_ line: Span<UInt8>, mode: DecodingMode) throws(Fault) -> Decoded<AnyContent> {
        let message = try read(line)
        do throws(DecodeError) {
            if let range = message.range {
                return try registry.decode(message.objectName, line.extracting(range), mode: mode)
            }
            return try registry.decode(message.objectName, scratch.span, mode: mode)
        } catch {
            throw Fault(error, message.objectName)
        }
    }
}

#endif
