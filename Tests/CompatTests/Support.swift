// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireCompat

/// The package's root, three folders above this file.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Returns the committed manifests of public SDKs, ordered by file name.
func platforms() throws -> [(file: String, bytes: [UInt8])] {
    let folder = root.appending(path: "Fixtures/platforms")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
        .map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) }
}

/// Returns a manifest of a platform, `p` by default, from the text of its members.
func manifest(_ members: String, _ platform: String = "p") throws -> Manifest {
    try Manifest(parsing: Array("{\"manifest\":1,\"platform\":\"\(platform)\",\(members)}".utf8))
}

/// Returns a manifest with one type.
func type(_ name: String, _ facts: String, _ platform: String = "p") throws -> Manifest {
    try manifest("\"types\":[{\"objectName\":\"\(name)\"\(facts.isEmpty ? "" : ",\(facts)")}]", platform)
}

/// Returns a manifest with one type that has the given members, which are written without braces.
func members(_ name: String, _ members: String..., shape: String = "wire", platform: String = "p") throws -> Manifest {
    let list = members.map { "{\($0)}" }.joined(separator: ",")
    return try type(name, "\"shape\":\"\(shape)\",\"members\":[\(list)]", platform)
}

/// Returns the id, severity and place of the differences of one kind.
func found(_ kind: FindingKind, _ manifests: Manifest..., against mode: CheckMode = .registry) -> [String] {
    CompatCheck(manifests, against: mode).findings.flatMap(\.differences).filter { $0.kind == kind }.map {
        "\($0.id) \($0.severity.rawValue) \($0.platform): \($0.place.text)"
    }
}
