// SPDX-License-Identifier: Apache-2.0

// Measures this project beside its peers, and prints one line of JSON for each comparison. `scripts/bench-peers` builds
// the peers and runs this.

import Foundation

/// The options `--NAME VALUE`.
var options: [String: String] = [:]
var arguments = CommandLine.arguments.dropFirst()
while let name = arguments.popFirst(), let value = arguments.popFirst() { options[name] = value }

let adapterFolder = options["--adapters"] ?? "."
let source = options["--source"] ?? "."
var race = Race()
race.turns = options["--turns"].flatMap { Int($0) } ?? race.turns
let only = options["--only"]

func isWanted(_ name: String) -> Bool { only.map { name.contains($0) } ?? true }

func emit(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
    fflush(nil)
}

func progress(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

/// A peer that is part of this run, or that the machine lacks.
struct PeerState: Encodable {
    let peer: String
    let version: String?
}

let adapters = ["simdjson", "yyjson", "rapidjson", "libdeflate", "protobuf"].compactMap { name in
    Adapter(name, in: adapterFolder)
}
let workers = [
    ("orjson", [options["--python"] ?? "python3", "\(source)/peer.py", "orjson"]),
    ("msgspec", [options["--python"] ?? "python3", "\(source)/peer.py", "msgspec"]),
    ("V8", ["node", "\(source)/peer.js"]),
].compactMap { name, command in Worker(name, command) }

for name in ["simdjson", "yyjson", "rapidjson", "libdeflate", "protobuf", "orjson", "msgspec", "V8"] {
    let version = adapters.first { $0.name == name }?.version ?? workers.first { $0.name == name }?.version
    try emit(PeerState(peer: name, version: version))
}
let adapter = { (name: String) in adapters.first { $0.name == name } }

let contents = ContentRows(
    race: race, adapters: ["simdjson", "yyjson", "rapidjson"].compactMap(adapter), workers: workers)
for sample in ContentSample.all where isWanted("content: \(sample.name)") {
    progress("content: \(sample.name)")
    for row in try contents.rows(sample) { try emit(row) }
}
let bodies = BodyRows(race: race, adapter: adapter("protobuf"))
for name in BodyRows.names where isWanted("body: \(name)") {
    progress("body: \(name)")
    for row in try bodies.rows(name) { try emit(row) }
}
if isWanted("publish") {
    progress("publish")
    for row in try PublishRows(race: race).rows() { try emit(row) }
}
let frames = FrameRows(race: race, adapter: adapter("libdeflate"))
for kind in FrameRows.Kind.allCases {
    for bytes in [37, 300, 6_144] where isWanted("frame: \(bytes) B, \(kind.rawValue)") {
        progress("frame: \(bytes) B, \(kind.rawValue)")
        for row in try frames.rows(kind, bytes) { try emit(row) }
    }
}
for series in GrowthSeries.all where isWanted("growth: \(series.name)") {
    progress("growth: \(series.name)")
    try emit(try series.measure())
}
