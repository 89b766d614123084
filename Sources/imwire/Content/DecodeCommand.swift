// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import IMWire

/// `imwire decode`: messages in, canonical values out.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Reads messages and writes their canonical values.",
        discussion: """
            A line in:   {"objectName":"RC:TxtMsg","content":{"content":"Hi","user":{"icon":"http://…"}}}
            A line out:  {"line":1,"objectName":"RC:TxtMsg","value":{…},"unknown":[],"deviations":["DEV-08"],…}
            or:          {"line":3,"objectName":"RC:VcMsg","error":{"code":"field.type","offset":12,"path":"/duration"}}

            The content is an object, or a string that holds its JSON text, as the callbacks of the service have it. \
            "unknown" names the members beyond the schema, "digest" is what a conversation list shows. The value of a \
            type without a schema is {"$base64":"…"}, and so may a content be.

            "offset" counts bytes from the first byte of the content (of its text, where it is in a string). With a \
            code line.… the line itself is wrong: the offset counts from the first byte of the line.

            Examples:
              imwire decode messages.jsonl
              imwire decode --strict < messages.jsonl
              echo '{"content":"Hi"}' | imwire decode --type RC:TxtMsg --format text

            Exit code 1 where a line was refused.
            """)

    @OptionGroup var lines: LineOptions

    @Flag(help: "Refuse what deviates from the canonical form.")
    var strict = false

    @Option(help: "json: one object a line; text: for people.")
    var format = LineFormat.json

    func run() throws {
        var decoding = Decoding(
            reader: MessageReader(bareType: lines.bareType, payloadName: "content"),
            mode: strict ? .strict : .lenient, format: format)
        let exit = lines.forEachLine(&decoding)
        decoding.out.flush()
        try ToolExit.worse(exit, decoding.exit).finish()
    }
}

/// Decodes line after line.
struct Decoding: LineHandler {
    /// Finds the content in a line.
    var reader: MessageReader
    /// How deviations are met.
    let mode: DecodingMode
    /// How results are written.
    let format: LineFormat
    /// Where results go.
    let out = Output()
    /// The exit code so far.
    private(set) var exit = ToolExit.clean

    mutating func take(_ line: Span<UInt8>, _ place: Place) {
        do throws(Fault) {
            let decoded = try reader.decode(line, mode: mode)
            switch format {
            case .json: writeJSON(decoded, place)
            case .text: DecodedText(out: out).write(decoded, place)
            }
        } catch {
            take(error, place)
        }
    }

    mutating func take(_ fault: Fault, _ place: Place) {
        exit = .findings
        switch format {
        case .json: FaultText.writeJSON(fault, place, out)
        case .text: FaultText.write(fault, place, out)
        }
    }

    private func writeJSON(_ decoded: Decoded<AnyContent>, _ place: Place) {
        place.append(to: &out.buffer)
        out.buffer.append(member: "objectName", json: decoded.content.objectName.rawValue)
        out.write(",\"value\":")
        switch decoded.content {
        case .known(let content): out.buffer.append(contentsOf: content.encoded())
        case .opaque, .unknown: out.write(BytesValue.json(decoded.content.encoded()))
        }
        out.write(",\"unknown\":")
        out.buffer.append(json: decoded.content.unknownMembers.names)
        out.write(",\"deviations\":")
        out.buffer.append(json: decoded.deviations.distinctIDs)
        if let digest = decoded.content.digest { out.buffer.append(member: "digest", json: digest) }
        out.write("}")
        out.endLine()
    }
}

extension [Deviation] {
    /// The ids, each once, in the order in which they were met.
    var distinctIDs: [String] {
        if isEmpty { return [] }
        var ids: [String] = []
        for deviation in self where !ids.contains(deviation.id.description) { ids.append(deviation.id.description) }
        return ids
    }
}
