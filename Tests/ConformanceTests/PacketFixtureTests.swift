// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWire
import Testing

@Suite("Annotated packets")
struct PacketFixtureTests {
    /// The files of `Fixtures/packets`.
    private static let files: [URL] = {
        let folder = root.appending(path: "Fixtures/packets")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { folder.appending(path: $0) }
    }()

    private static func bytes(hex: String) -> [UInt8]? {
        let digits = hex.utf8.filter { $0 != 0x20 }
        guard digits.count % 2 == 0 else { return nil }
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    @Test("There are at least twelve annotated packets")
    func count() {
        #expect(Self.files.count >= 12)
    }

    @Test("The fields cover every byte once and describe the bytes", arguments: files)
    func annotation(file: URL) throws {
        let json = try RawJSON(parsing: Array(Data(contentsOf: file)).span)
        let bytes = try #require(json["hex"]?.string.flatMap(Self.bytes))
        var place = 0
        for field in try #require(json["fields"]?.elements) {
            let offset = try #require(field["offset"]?.number?.int64.map { Int($0) })
            let length = try #require(field["length"]?.number?.int64.map { Int($0) })
            #expect(offset == place && length > 0, "\(file.lastPathComponent): the field at \(offset)")
            try #require(offset + length <= bytes.count)
            place = offset + length
            if let value = field["value"]?.number?.int64, length <= 4 {
                let number = bytes[offset..<place].reduce(Int64(0)) { $0 << 8 | Int64($1) }
                #expect(number == value, "\(file.lastPathComponent): the field at \(offset)")
            }
        }
        #expect(place == bytes.count, "\(file.lastPathComponent)")
    }
}
