// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWire
import IMWireServerAPI
import IMWireValues

/// The inspection of inputs that are neither a stream of chat messages nor packets: HTTP, forms and callbacks.
struct WebInspecting {
    private let bytes: [UInt8]
    private let format: OutputFormat
    private let mode: DecodingMode
    private let isFull: Bool
    private let out = Output()

    /// The number of characters of a value that are shown.
    private static let valueLength = 120

    init(_ bytes: [UInt8], _ format: OutputFormat, isStrict: Bool, isFull: Bool) {
        self.bytes = bytes
        self.format = format
        mode = isStrict ? .strict : .lenient
        self.isFull = isFull
    }

    /// Shows an input, and returns the exit code.
    ///
    /// - Throws: A usage error if the input has to be converted first, or holds no bytes of a protocol.
    func run(_ kind: InputKind) throws(CommandFailure) -> ToolExit {
        defer { out.flush() }
        switch kind {
        case .encoded(let hint): throw .usage("the input \(hint.text(for: "imwire inspect"))")
        case .text:
            throw .usage(
                "the input is plain text, not JSON, Base64, hex or bytes of a protocol; --protocol chat inspects it anyway"
            )
        case .http(let body): return try http(body)
        case .form: return form(0)
        case .onlineStatuses: return statuses()
        }
    }

    // MARK: HTTP

    private func http(_ body: Int) throws(CommandFailure) -> ToolExit {
        let lines = bytes[..<body].lines.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
        switch format {
        case .text:
            out.line(
                "HTTP/1: a head of \(TextLayout.count(body, "byte")), and \(TextLayout.count(bytes.count - body, "byte")) after it"
            )
            for line in lines { out.line("  " + shown(line)) }
            out.line("")
        case .json:
            record("http") { object in
                object.add("head", lines.map { RawJSON($0) })
                object.add("body", body)
            }
        }
        let rest = Array(bytes[body...])
        if rest.isEmpty { return .clean }
        switch InputKind.of(rest) {
        case .form: return form(body)
        case .encoded(let hint):
            if format == .text { out.line("the body is \(hint.name)") }
        default:
            if format == .text { out.line("inspect the body alone to read it") }
        }
        return .clean
    }

    // MARK: Forms

    /// Shows the fields of the form that begins at an offset, and the content of a callback.
    private func form(_ start: Int) -> ToolExit {
        let text = Array(bytes[start...].withoutFinalLineBreaks)
        var fields: [ScannedField] = []
        do throws(DecodeError) {
            try WebInspecting.scan(text.span, mode, into: &fields)
        } catch {
            write(fields, "a form", start)
            return report(error, start)
        }
        guard let callback = try? MessageCallback(decoding: text.span, mode: .lenient) else {
            write(fields, "a form", start)
            return .clean
        }
        write(fields, "the callback of a message", start)
        do throws(DecodeError) {
            let content = try callback.decodedContent(mode: mode)
            if format == .text { DecodedText.write(content.deviations, to: &out.buffer) }
            for deviation in content.deviations where format == .json {
                record("deviation") { object in
                    object.add("id", deviation.id.description)
                    object.add("path", deviation.path)
                }
            }
            return .clean
        } catch {
            return report(error, nil)
        }
    }

    private static func scan(
        _ text: Span<UInt8>, _ mode: DecodingMode, into fields: inout [ScannedField]
    ) throws(DecodeError) {
        var scanner = try FormScanner(text, mode: mode, limits: FormLimits())
        while let field = try scanner.next() { fields.append(field) }
    }

    private func write(_ fields: [ScannedField], _ name: String, _ start: Int) {
        if format == .text {
            out.line("\(name) with \(TextLayout.count(fields.count, "field"))")
            for field in fields {
                let offset = TextLayout.pad(String(start + field.start), 6)
                out.line("  \(offset)  \(out.style.bold(shown(field.field.name)))  \(shown(field.field.value))")
            }
            return
        }
        for field in fields {
            record("field") { object in
                object.add("offset", start + field.start)
                object.add("name", field.field.name)
                object.add("value", field.field.value)
            }
        }
    }

    /// Reports an error in the form at an offset, or in the content of a callback.
    private func report(_ error: DecodeError, _ start: Int?) -> ToolExit {
        var error = error
        if let start { error = DecodeError(error.code, offset: start + error.offset, path: error.path) }
        switch format {
        case .text: out.line("\(out.style.red("WRONG"))  \(start == nil ? "in the content: " : "")\(error)")
        case .json:
            record("finding") { object in
                object.add("code", error.code.rawValue)
                object.add("offset", error.offset)
                object.add("path", error.path)
                object.add("in", start == nil ? "content" : "form")
            }
        }
        return .findings
    }

    // MARK: Statuses

    private func statuses() -> ToolExit {
        let list = (try? OnlineStatus.decodeList(bytes.span)) ?? []
        if format == .text {
            out.line("the callback of \(TextLayout.count(list.count, "online status", "online statuses"))")
        }
        for status in list {
            switch format {
            case .text:
                let members = [status.userID, status.change?.rawValue, status.os, status.time?.description]
                out.line("  " + members.map { shown($0 ?? "-") }.joined(separator: "  "))
            case .json:
                record("status") { object in
                    object.add("userid", status.userID)
                    object.add("status", status.change?.rawValue)
                    object.add("os", status.os)
                }
            }
        }
        return .clean
    }

    /// Writes an object with one member, whose value is the object that `members` builds.
    private func record(_ name: String, _ members: (inout JSONBuilder) -> Void) {
        var object = JSONBuilder()
        members(&object)
        out.record(RawJSON.object([(name, object.json)]).text)
    }

    private func shown(_ text: String) -> String {
        TextLayout.shown(text, limit: isFull ? .max : WebInspecting.valueLength)
    }
}

#endif
