// SPDX-License-Identifier: Apache-2.0

#if Tools

import CommandSupport
import IMWireCompat
import Platform

/// The folders of the platforms' code, from which a report takes excerpts (CMP-075).
struct SourceFolders {
    private let folders: [String: String]
    private static let maximum = 4 * 1_024 * 1_024

    init(_ folders: [String: String]) {
        self.folders = folders
    }

    /// Returns the excerpts that findings refer to, except those of files that cannot be read.
    func excerpts(_ findings: [CompatFinding]) -> [SourceLine: SourceExcerpt] {
        var files: [String: [UInt8]] = [:]
        var excerpts: [SourceLine: SourceExcerpt] = [:]
        for place in findings.flatMap(SourceExcerpt.places) where excerpts[place] == nil {
            guard let path = path(place) else { continue }
            if files[path] == nil { files[path] = contents(path) }
            excerpts[place] = files[path].flatMap { $0.isEmpty ? nil : SourceExcerpt($0, line: place.line) }
        }
        return excerpts
    }

    /// Returns the path of a place's file, or nil if the manifest names a file outside the platform's folder.
    private func path(_ place: SourceLine) -> String? {
        guard let folder = folders[place.platform], !place.file.hasPrefix("/"),
            !place.file.split(separator: "/").contains("..")
        else { return nil }
        let root = URL(filePath: folder).resolvingSymlinksInPath().path
        let path = URL(filePath: root + "/" + place.file).resolvingSymlinksInPath().path
        return path.hasPrefix(root.hasSuffix("/") ? root : root + "/") ? path : nil
    }

    private func contents(_ path: String) -> [UInt8] {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= SourceFolders.maximum
        else { return [] }
        return FileManager.default.contents(atPath: path).map(Array.init) ?? []
    }
}

#endif
