// SPDX-License-Identifier: Apache-2.0

extension FileManager {
    /// Returns whether a path names a folder, or nil if nothing exists there.
    package func isFolder(_ path: String) -> Bool? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    package func temporaryPath(_ name: String) -> String {
        temporaryDirectory.appending(path: name).path
    }

    /// Returns the paths of everything in a folder, relative to it, or an empty array if the folder cannot be read.
    package func paths(below folder: String) -> [String] {
        (try? subpathsOfDirectory(atPath: folder)) ?? []
    }
}
