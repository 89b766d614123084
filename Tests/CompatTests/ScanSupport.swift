// SPDX-License-Identifier: Apache-2.0

import Foundation
import IMWireCompat

/// Scans a source tree with the given files, by path.
func scanned(_ files: [String: String]) throws -> ScanResult {
    let root = FileManager.default.temporaryDirectory.appending(path: "imwire-scan-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, text) in files {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
    return try SourceTree.scan(root.path)
}

/// Returns the manifest of one platform of a source tree with the given files.
func scanned(_ files: [String: String], _ platform: ScanPlatform) throws -> Manifest {
    try scanned(files).manifest(platform, name: nil)
}

extension Manifest {
    /// The type of this objectName.
    subscript(objectName: String) -> ManifestType? { types.first { $0.objectName == objectName } }

    /// The names of the types, sorted.
    var names: [String] { types.map(\.objectName).sorted() }
}

extension ManifestType {
    /// The member of this name.
    subscript(member: String) -> ManifestMember? { members?.first { $0.name == member } }

    /// The names of the members in the order of the manifest, or nil if the members are unknown.
    var memberNames: [String]? { members?.map(\.name) }
}
