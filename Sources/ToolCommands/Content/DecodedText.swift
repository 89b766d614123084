// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireSpec
import IMWireValues
import TextSupport

/// A human-readable form of a decoded message, with one member per line and nested objects indented.
enum DecodedText {
    /// The number of characters after which values are truncated, since a picture's Base64 is of no use to a reader.
    private static let longest = 120

    static func write(
        _ decoded: Decoded<AnyContent>, _ unknown: UnknownType?, _ place: LineLocation, to out: inout OutputBuffer
    ) {
        let content = decoded.value
        let name = out.style.bold(TextLayout.shown(content.objectName.rawValue))
        out.line("\(place.text) \(name)\(kind(content, unknown))")
        let bytes = content.encoded()
        if !content.isTyped {
            out.line("  " + TextLayout.count(bytes.count, "byte"))
        } else if let value = try? RawJSON(text: String(decoding: bytes, as: UTF8.self)) {
            write(value, indent: 2, to: &out)
        }
        let unknown = content.unknownMembers.names
        if !unknown.isEmpty {
            out.line("  beyond the schema: " + unknown.map { TextLayout.shown($0) }.joined(separator: ", "))
        }
        if let digest = content.digest { out.line("  digest: " + short(RawJSON(digest).text)) }
        write(decoded.deviations, to: &out)
    }

    /// Writes the deviations, one per line.
    static func write(_ deviations: [Deviation], to out: inout OutputBuffer) {
        for deviation in deviations {
            out.line("  \(out.style.yellow(deviation.id.description))\(deviation.pathAndTitle)")
        }
    }

    private static func kind(_ content: AnyContent, _ unknown: UnknownType?) -> String {
        switch content {
        case .known, .schema: ""
        case .opaque: " (a type without a published schema)"
        case .unknown: " (unknown type\(unknown?.hint ?? ""))"
        }
    }

    /// Writes the members of an object, one per line.
    static func write(_ value: RawJSON, indent: Int, to out: inout OutputBuffer) {
        let members = value.members ?? []
        let width = min(members.map { $0.name.count }.max() ?? 0, 24)
        let margin = String(repeating: " ", count: indent)
        for (name, value) in members {
            let name = TextLayout.shown(name)
            if value.kind == .object, value.members?.isEmpty == false {
                out.line(margin + name)
                write(value, indent: indent + 2, to: &out)
            } else {
                out.line("\(margin)\(TextLayout.pad(name, width))  \(short(value.text))")
            }
        }
    }

    private static func short(_ text: String) -> String {
        let count = text.utf8.count
        var bytes = Array(text.utf8.prefix(DecodedText.longest * 4))
        var line = bytes.mutableSpan
        line.replaceLineBreaks(to: line.count)
        let shown = String(decoding: bytes, as: UTF8.self)
        if count <= DecodedText.longest { return DisplayText.safe(shown) }
        return DisplayText.safe(String(shown.prefix(DecodedText.longest))) + "… (\(TextLayout.count(count, "byte")))"
    }
}

extension Deviation {
    /// The path, if there is one, and the title in the specification, each preceded by a space.
    var pathAndTitle: String { (path.isEmpty ? "" : " \(path)") + Deviation.title(of: id.description) }

    /// Returns the title of an id in the specification, preceded by a space, or an empty string if it has none.
    static func title(of id: String) -> String { SpecDeviation.named(id).map { " \($0.title)" } ?? "" }
}

#endif
