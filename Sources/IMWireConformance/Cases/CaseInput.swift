// SPDX-License-Identifier: Apache-2.0

import IMWire
import IMWireValues

/// A reader of the input of a case.
enum CaseInput {
    /// The members in which a case states bytes.
    private static let byteForms = ["text", "hex", "repeat"]
    /// The members that are not copied into a request under their own names, in operations other than encodings.
    private static let converted: Set = ["objectName", "mode", "text", "hex", "repeat", "chunks", "lines"]

    /// Returns the names of the members that the input of an operation may have, besides `also`.
    ///
    /// The members of a request have the same order.
    private static func members(_ operation: Case.Operation) -> [String] {
        let lines = ["framing", "delimiter", "encoding", "beat"]
        let packets = ["framing", "direction", "protocolVersion", "key"]
        return switch operation {
        case .decode, .roundtrip, .validate: ["objectName", "mode", "limits"] + byteForms
        case .member: ["name", "text", "hex"]
        case .schemaCheck: ["files", "overridesReserved"]
        case .encode: ["objectName", "value", "from", "profile", "limits"]
        case .describe: ["objectName", "text", "hex"]
        case .frameDecode: ["mode", "limits", "end", "chunks"] + byteForms
        case .chatDecode: lines + ["mode", "limits", "end", "chunks", "lines"] + byteForms
        case .frameEncode: ["frames", "limits"]
        case .chatEncode:
            lines + [
                "heartbeat", "messages", "deflate", "fragmentSize", "batch", "wantsReceipt", "sequence", "capacity",
                "limits",
            ]
        case .rmtpDecode: packets + ["mode", "limits", "end", "chunks"] + byteForms
        case .rmtpEncode: packets + ["packet", "trailing", "astral", "limits"]
        case .bodyDecode: ["message", "mode", "limits"] + byteForms
        case .bodyEncode: ["message", "value", "limits"]
        case .requestDecode: ["target", "mode", "text", "hex"]
        case .requestEncode, .navigationEncode, .urlEncode: ["value"]
        case .convert: ["packet", "to", "message", "trailing"]
        case .envelopeDecode: ["packet", "direction", "receipt", "ownId", "mode", "limits"]
        case .envelopeEncode: ["value", "direction", "messageId", "date", "ownId", "variant"]
        case .navigationDecode: ["mode", "limits"] + byteForms
        case .sessionRun: ["machine", "config", "events", "memory"]
        case .apiSign: ["secret", "nonce", "timestamp"]
        case .formDecode, .replyDecode: ["path", "mode"] + byteForms
        case .formEncode, .replyEncode: ["path", "value"]
        case .headersDecode: ["fields", "secret"]
        case .headersEncode: ["appKey", "secret", "nonce", "timestamp"]
        case .queryDecode: ["secret", "mode", "text", "hex"]
        case .callbackDecode: ["callback", "mode", "text", "hex", "repeat"]
        case .callbackEncode: ["callback", "value"]
        case .urlDecode: ["mode", "text", "hex"]
        case .request: ["request", "path", "values", "absent"]
        }
    }

    static func read(_ json: JSONObject, _ operation: Case.Operation) throws(SuiteError) -> Case.Input {
        var input = Case.Input()
        let known = members(operation)
        if let stranger = json.members.first(where: { $0.name != "also" && !known.contains($0.name) }) {
            throw SuiteError("unknown member \(stranger.name) of an input of \(operation.rawValue)")
        }
        switch json["mode"]?.string {
        case "lenient", nil: input.modes = [.lenient]
        case "strict": input.modes = [.strict]
        case "both": input.modes = [.lenient, .strict]
        case "absent": input.saysMode = false
        default: throw SuiteError("unknown mode")
        }
        switch operation {
        case .request:
            let wrong = try WrongRequests(json)
            input.request = wrong
            input.members = wrong.members
        case .frameEncode, .chatEncode, .sessionRun, .apiSign, .formEncode, .requestEncode, .navigationEncode,
            .envelopeEncode, .replyEncode, .headersDecode, .headersEncode, .callbackEncode, .urlEncode,
            .schemaCheck:
            input.members = json.members.filter { $0.name != "also" }
                .map { ($0.name, $0.name == "frames" ? frames($0.value) : $0.value) }
        default:
            input.members = try copied(json, known)
            if known.contains("objectName") { input.objectName = try text("objectName", json) }
            if operation == .bodyDecode || operation == .bodyEncode { _ = try text("message", json) }
            if known.contains("chunks") {
                try stream(json, &input)
            } else if known.contains("hex") {
                input.hasBytes = operation != .describe || json["text"] != nil || json["hex"] != nil
                if input.hasBytes { input.bytes = try bytes(json) }
            }
        }
        switch operation {
        case .encode:
            // The request of a content has its value in a place of its own.
            input.members.removeAll { $0.name == "value" }
            input.value = json["value"]
            guard input.value != nil else { throw SuiteError("no value") }
        case .formDecode, .replyDecode: guard json["path"] != nil else { throw SuiteError("no path") }
        default: break
        }
        // These are members that no testee knows, and that a testee must ignore (TST-013).
        input.members += json["also"]?.members ?? []
        return input
    }

    private static func text(_ name: String, _ json: JSONObject) throws(SuiteError) -> String {
        guard let text = json[name]?.string else { throw SuiteError("no \(name)") }
        return text
    }

    /// Reads the chunks of a stream and their arrival times.
    private static func stream(_ json: JSONObject, _ input: inout Case.Input) throws(SuiteError) {
        if let chunks = json["chunks"]?.elements {
            for chunk in chunks {
                let chunk = JSONObject(chunk)
                input.bytes += try bytes(chunk)
                input.pieces.append((input.bytes.count, chunk["at"]?.number?.int64.map { Int($0) }))
            }
        } else if let lines = json["lines"]?.elements {
            let delimiter: [UInt8] =
                switch json["delimiter"]?.string {
                case "crlf": Array("\r\n".utf8)
                case "cr": Array("\r".utf8)
                case "nul": Array("\0".utf8)
                default: Array("\n".utf8)
                }
            for line in lines {
                let unit = Array((line.string ?? "").utf8)
                input.bytes += json["encoding"]?.string == "json" ? unit : Array(Base64.encode(unit).utf8)
                input.bytes += delimiter
            }
            input.pieces = [(input.bytes.count, nil)]
        } else {
            input.bytes = try bytes(json)
            input.pieces = [(input.bytes.count, nil)]
        }
    }

    /// Returns the bytes that are stated as text, in hexadecimal, or as a repetition.
    static func bytes(_ json: JSONObject) throws(SuiteError) -> [UInt8] {
        if let text = json["text"]?.string { return Array(text.utf8) }
        if let hex = json["hex"]?.string {
            guard let bytes = HexBytes.read(hex) else { throw SuiteError("the hexadecimal is wrong") }
            return bytes
        }
        guard let repetition = json["repeat"], let count = repetition["count"]?.number?.int64,
            let prefix = repetition["prefix"]?.string, let unit = repetition["unit"]?.string,
            let suffix = repetition["suffix"]?.string, (0...4_000_000).contains(count)
        else { throw SuiteError("no text, hex or repeat") }
        let isHex = repetition["hex"]?.boolean ?? false
        func part(_ text: String) throws(SuiteError) -> [UInt8] {
            guard isHex else { return Array(text.utf8) }
            guard let bytes = HexBytes.read(text) else { throw SuiteError("the hexadecimal is wrong") }
            return bytes
        }
        let middle = try part(unit)
        var whole = try part(prefix)
        whole.reserveCapacity(whole.count + middle.count * Int(count))
        // Append blocks of copies, because a case may repeat its bytes four million times.
        let copies = max(1, 4_096 / max(1, middle.count))
        let block = (0..<copies).flatMap { _ in middle }
        for _ in 0..<(Int(count) / copies) { whole += block }
        whole += block.prefix(Int(count) % copies * middle.count)
        return whole + (try part(suffix))
    }

    /// Returns the members of a request, in which the hexadecimal keys and bytes and the texts of a case are Base64.
    private static func copied(
        _ json: JSONObject, _ names: [String]
    ) throws(SuiteError) -> [(name: String, value: RawJSON)] {
        var members: [(name: String, value: RawJSON)] = []
        for name in names where !converted.contains(name) {
            guard let value = json[name] else { continue }
            switch name {
            case "key", "trailing":
                guard let bytes = value.string.flatMap(HexBytes.read) else {
                    throw SuiteError("the hexadecimal is wrong")
                }
                members.append((name, .base64(bytes)))
            case "from":
                guard let text = value.string else { throw SuiteError("from is not a text") }
                members.append((name, .base64(text.utf8)))
            case "packet": members.append((name, packet(value)))
            default: members.append((name, value))
            }
        }
        return members
    }

    /// Returns a binary packet of a case in the form of a request.
    ///
    /// Data in hexadecimal, as text, or as a repetition becomes Base64, and repeated strings are expanded.
    static func packet(_ json: RawJSON) -> RawJSON {
        .object(
            (json.members ?? []).map { member in
                switch member.name {
                case "hex", "text", "repeat":
                    let whole = JSONObject(RawJSON.object([member]))
                    return ("data", .base64((try? bytes(whole)) ?? []))
                case "data": return member
                default:
                    guard member.value["repeat"] != nil, let bytes = try? bytes(JSONObject(member.value)) else {
                        return member
                    }
                    return (member.name, RawJSON(String(decoding: bytes, as: UTF8.self)))
                }
            })
    }

    /// Returns packets of a case in the form of a request, with hexadecimal and text payloads in Base64.
    static func frames(_ json: RawJSON) -> RawJSON {
        .array((json.elements ?? []).map(frame))
    }

    static func frame(_ json: RawJSON) -> RawJSON {
        .object(
            (json.members ?? []).map { member in
                switch member.name {
                case "hex": ("payload", .base64(member.value.string.flatMap(HexBytes.read) ?? []))
                case "text": ("payload", .base64((member.value.string ?? "").utf8))
                default: member
                }
            })
    }
}
