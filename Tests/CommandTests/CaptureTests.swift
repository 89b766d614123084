// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

/// The captures of `Fixtures/captures`, and the logs that they are generated from.
enum Captures {
    static let folder = Tool.root.appending(path: "Fixtures/captures")

    /// The options for writing each log, which give foreign connections the ports of the protocols that they resemble.
    static let options: [String: [String]] = [
        "foreign": [
            "--port", "1=443", "--port", "2=53", "--port", "4=22", "--port", "5=6379", "--port", "6=5672", "--port",
            "12=1883", "--path", "/chat",
        ]
    ]

    static let names = ["chat-lines", "chat-packets", "foreign", "malformed", "rmtp-tcp", "rmtp-websocket"]

    static func log(_ name: String) -> String { folder.appending(path: "\(name).jsonl").path }

    /// Writes a log as a capture and returns the path of the capture.
    static func write(_ tool: Tool, _ log: String, _ options: [String], to file: String) throws -> String {
        let path = tool.folder.appending(path: file).path
        let arguments = ["capture", "write"] + options + ["--output", path, log]
        let run = try tool.run(arguments, inputFile: "/dev/null")
        try #require(run.code == 0, "\(run.errors)")
        return path
    }
}

/// An independent reader of captures, which reassembles TCP streams by sequence number and verifies checksums.
private struct ReadCapture {
    /// The bytes of each stream, by the client's port and the direction.
    private(set) var streams: [String: [UInt8]] = [:]
    private var next: [String: UInt32] = [:]

    init(_ file: [UInt8]) throws {
        func little(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[place + $1]) << ($1 * 8) } }
        try #require(file.count >= 24 && little(0) == 0xa1b2_c3d4)
        let ethernet = little(20) == 1 ? 14 : 0
        var place = 24
        while place < file.count {
            let length = little(place + 8)
            try #require(length == little(place + 12))
            try append(Array(file[(place + 16 + ethernet)..<(place + 16 + length)]))
            place += 16 + length
        }
    }

    private mutating func append(_ packet: [UInt8]) throws {
        func sum(_ bytes: [UInt8]) -> Int {
            let even = bytes.count % 2 == 0 ? bytes : bytes + [0]
            var sum = stride(from: 0, to: even.count, by: 2).reduce(0) { $0 + Int(even[$1]) << 8 + Int(even[$1 + 1]) }
            while sum > 0xffff { sum = sum & 0xffff + sum >> 16 }
            return sum
        }
        let tcp = Array(packet[20...])
        #expect(sum(Array(packet[..<20])) == 0xffff, "the checksum of IP")
        let pseudo = Array(packet[12..<20]) + [0, 6, UInt8(tcp.count >> 8), UInt8(tcp.count & 255)]
        #expect(sum(pseudo + tcp) == 0xffff, "the checksum of TCP")
        func big(_ place: Int, _ count: Int) -> Int { tcp[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
        let (from, to) = (big(0, 2), big(2, 2))
        let key = from >= 49_152 ? "\(from) up" : "\(to) down"
        let sequence = UInt32(big(4, 4))
        if tcp[13] & 0x02 != 0 {
            next[key] = sequence &+ 1
            streams[key] = []
            return
        }
        #expect(next[key] == sequence, "a gap in \(key)")
        streams[key, default: []] += tcp[20...]
        next[key] = sequence &+ UInt32(tcp.count - 20) &+ (tcp[13] & 0x01 != 0 ? 1 : 0)
    }
}

@Suite("Captures of logs")
struct CaptureTests {
    private let tool = Tool()

    @Test("The committed captures are equal to those written from the logs")
    func theCommittedCapturesAreWhatTheLogsGive() throws {
        for name in Captures.names {
            let path = try Captures.write(
                tool, Captures.log(name), Captures.options[name] ?? [], to: "\(name).pcap")
            let committed = FileManager.default.contents(atPath: Captures.folder.appending(path: "\(name).pcap").path)
            #expect(FileManager.default.contents(atPath: path) == committed, "\(name).pcap")
        }
    }

    @Test(
        "A capture contains every byte of its log, whatever the segments",
        arguments: [["--segment", "1"], ["--segment", "7"], ["--joined"], ["--link", "raw"], []])
    func everyByteArrivesWhateverTheSegments(options: [String]) throws {
        for name in ["chat-packets", "chat-lines", "rmtp-tcp"] {
            let path = try Captures.write(tool, Captures.log(name), options, to: "x.pcap")
            let capture = try ReadCapture(Array(FileManager.default.contents(atPath: path) ?? Data()))
            var wanted: [String: [UInt8]] = [:]
            for line in try String(contentsOfFile: Captures.log(name), encoding: .utf8).split(separator: "\n") {
                let event = try RawJSON(text: String(line))
                let number = try #require(event["connection"]?.number?.int64)
                let way = try #require(event["direction"]?.string)
                let key = "\(49_152 + number) \(way)"
                let text = try #require(event["bytes"]?.string)
                wanted[key, default: []] += Base64.decode(text) ?? []
            }
            #expect(capture.streams.filter { !$0.value.isEmpty } == wanted)
        }
    }

    @Test("A WebSocket begins with its handshake, and the client's frames are masked")
    func aWebSocketIsOpenedAndTheClientMasks() throws {
        let log = """
            {"at":0,"connection":1,"direction":"up","transport":"websocket","bytes":"wAECAwQF"}
            {"at":5,"connection":1,"direction":"down","transport":"websocket","bytes":"0A=="}
            {"at":9,"connection":1,"direction":"down","event":"close"}

            """
        let path = try Captures.write(tool, try tool.file("w.jsonl", log), ["--frame", "4"], to: "w.pcap")
        let capture = try ReadCapture(Array(FileManager.default.contents(atPath: path) ?? Data()))
        let up = try #require(capture.streams["49153 up"])
        let down = try #require(capture.streams["49153 down"])
        let request = try #require(String(decoding: up, as: UTF8.self).firstRange(of: "\r\n\r\n"))
        #expect(String(decoding: up, as: UTF8.self).hasPrefix("GET /websocket HTTP/1.1\r\n"))
        #expect(String(decoding: down, as: UTF8.self).contains("Sec-WebSocket-Accept: "))
        let head = String(decoding: up, as: UTF8.self)[..<request.upperBound].utf8.count
        let frames = Array(up[head...])
        // A binary frame of four bytes without FIN, and a continuation of two bytes with FIN, each with its own mask.
        try #require(frames.count == 2 + 4 + 4 + 2 + 4 + 2)
        #expect(frames[0] == 0x02 && frames[1] == 0x84 && frames[10] == 0x80 && frames[11] == 0x82)
        let first = (0..<4).map { frames[6 + $0] ^ frames[2 + $0] }
        let second = (0..<2).map { frames[16 + $0] ^ frames[12 + $0] }
        #expect(first + second == [0xc0, 1, 2, 3, 4, 5])
        #expect(down.suffix(3) == [0x82, 1, 0xd0])
    }

    @Test(
        "An invalid log is rejected, and no capture is written",
        arguments: [
            ("{\"at\":0}", "line 1: connection is not a non-negative number"),
            (#"{"at":0,"connection":1,"direction":"left","transport":"tcp","bytes":""}"#, "neither up nor down"),
            (#"{"at":0,"connection":1,"direction":"up","bytes":""}"#, "there is no transport"),
            (#"{"at":0,"connection":1,"direction":"up","transport":"tcp","bytes":"*"}"#, "bytes is not Base64"),
            (#"{"at":0,"connection":1,"direction":"up","transport":"fax","bytes":""}"#, "transport is none of"),
            ("[]", "is not a JSON object"), ("{", "is not JSON"), ("", "there are no events"),
            (
                "{\"at\":5,\"connection\":1,\"event\":\"open\"}\n{\"at\":4,\"connection\":1,\"event\":\"close\"}",
                "the times decrease"
            ),
        ])
    func aWrongLogIsRefused(log: String, problem: String) throws {
        let output = tool.folder.appending(path: "none.pcap").path
        let run = try tool.run("capture", "write", "--output", output, input: log)
        #expect(run.code == 2 && run.errors.contains(problem), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("inspect shows a log connection by connection")
    func inspectReadsALogConnectionByConnection() throws {
        let all = try tool.run("inspect", Captures.log("chat-packets"))
        #expect(all.code == 0, "\(all.errors)")
        #expect(all.lines.filter { $0.hasPrefix("Connection ") }.count == 3)
        let one = try tool.run("inspect", "--connection", "2", Captures.log("chat-packets"))
        #expect(one.lines.first == "Connection 2, tcp, up, from the client")
        let none = try tool.run("inspect", "--connection", "9", Captures.log("chat-packets"))
        #expect(none.code == 2 && none.errors.contains("--connection 9"))
        let socket = try tool.run("inspect", "--format", "json", Captures.log("rmtp-websocket"))
        #expect(socket.lines.first == #"{"connection":{"number":1,"transport":"websocket"}}"#)
        // The topic of a request determines how its answer is decoded.
        #expect(socket.output.contains("DownStreamMessages"))
        let piped = try tool.run(
            "inspect", "--input", "log", input: try String(contentsOfFile: Captures.log("rmtp-tcp"), encoding: .utf8))
        #expect(piped.code == 0 && piped.output.contains("CONNECT"), "\(piped.errors)")
    }
}
