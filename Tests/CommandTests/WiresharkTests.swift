// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

/// A wrapper that runs tshark with the dissector, and fails if tshark is missing.
private struct Shark {
    let tool: Tool
    private static let script = Tool.root.appending(path: "Bindings/wireshark/imwire.lua").path

    /// Returns the fields of the frames that match a filter.
    func rows(_ capture: String, _ filter: String, _ fields: [String], _ options: [String] = []) throws -> [[String]] {
        let shown = ["-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", "-E", "aggregator=,"]
        let run = try tshark(capture, options + ["-Y", filter] + shown + fields.flatMap { ["-e", $0] })
        return run.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    /// Returns the output of tshark, and fails the test if the script or a filter has an error.
    func tshark(_ capture: String, _ options: [String]) throws -> String {
        let run = try tool.shell(
            #"exec env HOME="$1" tshark -X "lua_script:$2" -r "$3" "${@:4}""#,
            [tool.folder.path, Shark.script, capture] + options)
        try #require(run.code == 0, "tshark: \(run.errors)")
        #expect(!run.errors.contains("Lua") && !run.output.contains("Lua Error"), "\(run.errors)")
        return run.output
    }

    /// Returns the codes of a capture in the order of the frames, by connection and direction.
    func codes(_ capture: String, _ options: [String] = []) throws -> [String: [String]] {
        let fields = ["tcp.srcport", "tcp.dstport", "imwire.error", "imwire.deviation"]
        var codes: [String: [String]] = [:]
        for row in try rows(capture, "imwire.error or imwire.deviation", fields, options) where row.count == 4 {
            let ports = [row[0], row[1]].compactMap { Int($0) }
            let client = try #require(ports.max())
            codes["\(client - 49_152)", default: []] += (row[2] + "," + row[3]).split(separator: ",").map(String.init)
        }
        return codes
    }
}

@Suite("The dissector for Wireshark", .enabled(if: ProcessInfo.processInfo.environment["IMWIRE_ALL"] == "1"))
struct WiresharkTests {
    private let tool = Tool()

    /// The segmentations of the same bytes.
    ///
    /// A stream that begins with a segment of a single byte is recognized only by its port, which a separate test
    /// covers.
    private static let segmentations: [(write: [String], read: [String])] = [
        ([], []), (["--segment", "100"], []), (["--segment", "7"], []), (["--joined"], []), (["--link", "raw"], []),
        (["--frame", "5", "--segment", "11"], ["-2"]),
    ]

    private static let expected: RawJSON? = {
        let data = FileManager.default.contents(atPath: Captures.folder.appending(path: "expected.json").path)
        return data.flatMap { try? RawJSON(parsing: Array($0).span) }
    }()

    @Test("Fields have the names and values that the captures' checks expect")
    func fieldsAreThoseOfTheSpec() throws {
        let checks = try #require(Self.expected?["checks"]?.elements)
        #expect(checks.count >= 15)
        for check in checks {
            let name = try #require(check["capture"]?.string)
            let filter = try #require(check["filter"]?.string)
            let fields = texts(check["fields"])
            let wanted = try #require(check["rows"]?.elements).map(texts)
            for (write, read) in Self.segmentations.prefix(2) {
                if check["segmentation"] != nil, !write.isEmpty { continue }
                let options = (Captures.options[name] ?? []) + write
                let capture = try Captures.write(tool, Captures.log(name), options, to: "c.pcap")
                let rows = try Shark(tool: tool).rows(capture, filter, fields, read)
                #expect(rows == wanted, "\(name) \(write): \(filter)")
            }
        }
    }

    @Test("Errors and deviations are marked as the captures' checks expect")
    func whatIsWrongIsMarkedAsTheSpecSays() throws {
        for name in Captures.names {
            let wanted = texts(try #require(Self.expected?["codes"]?[name], "\(name)"))
            let capture = Captures.folder.appending(path: "\(name).pcap").path
            let rows = try Shark(tool: tool).rows(
                capture, "imwire.error or imwire.deviation", ["imwire.error", "imwire.deviation"])
            let codes = rows.flatMap { $0.joined(separator: ",").split(separator: ",").map(String.init) }
            #expect(codes.sorted() == wanted.sorted(), "\(name)")
            // Each of these packets has at most one error.
            let marked = try Shark(tool: tool).rows(capture, "_ws.malformed or imwire.expert.error", ["frame.number"])
            #expect(marked.count == wanted.filter { !$0.hasPrefix("DEV-") }.count, "\(name)")
        }
    }

    @Test(
        "Wireshark marks what inspect finds, whatever the segments",
        arguments: ["chat-lines", "chat-packets", "malformed", "rmtp-tcp", "rmtp-websocket"])
    func whatInspectFindsIsWhatWiresharkMarks(name: String) throws {
        try compare(tool, Captures.log(name), [], "\(name)")
        for (write, read) in Self.segmentations.dropFirst() {
            // A line split across segments has a first segment too short to be recognized, so the port is configured.
            let port = name == "chat-lines" ? ["-o", "imwire.ports:7100"] : []
            try compare(tool, Captures.log(name), read + port, "\(name) \(write)", write)
        }
    }

    /// The names of fields in `imwire inspect` and in Wireshark.
    private static let names: [(capture: String, inspect: String, shark: String)] =
        ["topic", "targetId", "messageId", "userId", "messageUId", "date"].flatMap { name in
            [("rmtp-websocket", name, "rmtp.\(name)"), ("rmtp-tcp", name, "rmtp.\(name)")]
        }
        + ["fromUserID", "toUserID", "chatType", "clientMessageID", "messageType"].map { name in
            ("chat-packets", name, "imwire.chat.\(name)")
        }
        + [
            ("rmtp-websocket", "classname", "rmtp.UpStreamMessage.classname,rmtp.DownStreamMessage.classname"),
            ("rmtp-tcp", "classname", "rmtp.UpStreamMessage.classname"),
            ("chat-packets", "objectName", "imwire.objectname"),
            ("chat-packets", "sequence number", "imwire.packet.sequence"),
        ]

    @Test("Wireshark shows the values that inspect shows")
    func valuesAreThoseThatInspectShows() throws {
        var compared = 0
        for (name, inspect, shark) in Self.names {
            let arguments = ["inspect", "--input", "log", "--format", "json", Captures.log(name)]
            let wanted = try tool.run(arguments, inputFile: "/dev/null").lines.flatMap { line in
                values(of: inspect, in: try RawJSON(text: line))
            }
            let capture = Captures.folder.appending(path: "\(name).pcap").path
            let fields = shark.split(separator: ",").map(String.init)
            let rows = try Shark(tool: tool).rows(capture, "rmtp or imwire", fields)
            let found = rows.joined().flatMap { $0.split(separator: ",").map(String.init) }
            // `inspect` prints text that is not valid Unicode as its size, since it has no common spelling.
            let spelt = found.filter { !$0.hasPrefix("\\u") }
            #expect(spelt.sorted() == wanted.filter { !$0.hasSuffix(" bytes") }.sorted(), "\(name) \(inspect)")
            compared += spelt.count
        }
        #expect(compared > 40)
    }

    /// Returns the values of all fields with a name, without the quotes of strings.
    private func values(of name: String, in json: RawJSON) -> [String] {
        if let elements = json.elements { return elements.flatMap { values(of: name, in: $0) } }
        let value = json["field"]?.string == name ? json["value"]?.string : nil
        let own = value.map { [(try? RawJSON(text: $0).string) ?? $0] } ?? []
        return own + (json.members ?? []).flatMap { values(of: name, in: $0.value) }
    }

    @Test("Damaged streams have the same findings in Wireshark and in inspect")
    func damagedStreamsAreReadAsInspectReadsThem() throws {
        // Streams are recognized by their beginning, so only the bytes after it are damaged.
        for (name, seed) in [("chat-packets", UInt64(1)), ("rmtp-websocket", 2), ("rmtp-tcp", 3), ("chat-lines", 4)] {
            let log = try tool.file("\(name).jsonl", try damaged(name, seed, times: 40))
            let inspect = name.hasPrefix("chat") ? ["--protocol", "chat"] : []
            try compare(tool, log, [], "\(name), damaged", inspect: inspect)
        }
    }

    @Test("Streams of other protocols are left to their dissectors")
    func nothingOfOthersIsClaimed() throws {
        for (write, read) in Self.segmentations {
            let options = (Captures.options["foreign"] ?? []) + write
            let capture = try Captures.write(tool, Captures.log("foreign"), options, to: "f.pcap")
            #expect(try Shark(tool: tool).rows(capture, "imwire or rmtp", ["frame.number"], read).isEmpty, "\(write)")
        }
        let capture = Captures.folder.appending(path: "foreign.pcap").path
        let others = [("tls.handshake.extensions_server_name == \"example.com\"", 1), ("dns", 2), ("mqtt", 2)]
        for (filter, count) in others {
            #expect(try Shark(tool: tool).rows(capture, filter, ["frame.number"]).count == count, "\(filter)")
        }
    }

    @Test("A configured port is dissected without a recognizable beginning")
    func aPortOfThePreferencesNeedsNoBeginning() throws {
        let capture = try Captures.write(tool, Captures.log("chat-packets"), ["--segment", "1"], to: "one.pcap")
        let shark = Shark(tool: tool)
        #expect(try shark.rows(capture, "imwire.kind", ["imwire.kind"]).isEmpty)
        #expect(try shark.rows(capture, "imwire.kind", ["imwire.kind"], ["-o", "imwire.ports:7100"]).count == 7)
        let other = try Captures.write(tool, Captures.log("rmtp-tcp"), ["--segment", "1"], to: "two.pcap")
        #expect(try shark.rows(other, "rmtp.type", ["rmtp.type"], ["-o", "rmtp.ports:7100"]).count == 7)
    }

    private func texts(_ json: RawJSON?) -> [String] { json?.elements?.compactMap(\.string) ?? [] }

    // MARK: Comparing

    private func compare(
        _ tool: Tool, _ log: String, _ read: [String], _ what: String, _ write: [String] = [], inspect: [String] = []
    ) throws {
        let capture = try Captures.write(tool, log, write, to: "compare.pcap")
        let found = try Shark(tool: tool).codes(capture, read)
        var wanted: [String: [String]] = [:]
        var number = ""
        let arguments = ["inspect", "--input", "log", "--format", "json"] + inspect + [log]
        for line in try tool.run(arguments, inputFile: "/dev/null").lines {
            let json = try RawJSON(text: line)
            if let connection = json["connection"]?["number"]?.text { number = connection }
            let codes = json["findings"]?.elements?.compactMap { $0["code"]?.string } ?? []
            // A capture does not state that a stream has ended.
            wanted[number, default: []] += codes.filter { $0 != "frame.truncated" }
        }
        wanted = wanted.filter { !$0.value.isEmpty }
        for key in Set(found.keys).union(wanted.keys) {
            #expect(found[key]?.sorted() ?? [] == wanted[key]?.sorted() ?? [], "\(what): connection \(key)")
        }
    }

    /// Returns a log repeated on new connections, with bytes changed after the first message of each direction.
    private func damaged(_ name: String, _ seed: UInt64, times: Int) throws -> String {
        var state = seed
        func random(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(below))
        }
        let lines = try String(contentsOfFile: Captures.log(name), encoding: .utf8).split(separator: "\n")
        var text = ""
        var at = 0
        for round in 1...times {
            var begun: Set<String> = []
            for line in lines {
                let event = try RawJSON(text: String(line))
                let way = try #require(event["direction"]?.string)
                let number = try #require(event["connection"]?.number?.int64)
                var bytes = try #require(event["bytes"]?.string.flatMap { Base64.decode($0) })
                if !begun.insert("\(number)\(way)").inserted, random(2) == 0 {
                    let place = random(bytes.count)
                    switch random(3) {
                    case 0: bytes[place] = UInt8(random(256))
                    case 1: bytes.insert(UInt8(random(256)), at: place)
                    default: if bytes.count > 1 { bytes.remove(at: place) }
                    }
                }
                let transport = try #require(event["transport"]?.string)
                text += """
                    {"at":\(at),"connection":\(round * 10 + Int(number)),"direction":"\(way)","transport":"\(transport)",\
                    "bytes":"\(Base64.encode(bytes))"}

                    """
                at += 1
            }
        }
        return text
    }
}
