// SPDX-License-Identifier: Apache-2.0

/// The rules for the headers and sources that come with a compiled library, which is a dependency (CMP-110).
///
/// The classes in them are those of the library, and without its code they show no member names.
enum BundledLibrary {
    /// The patterns of the folders, for people.
    static let patterns = ["*.aar", "*.bundle", "*.framework", "*.xcframework", "lib*/include", "headers beside *.a"]
    /// The folders of headers.
    private static let headers: Set<String> = ["include", "includes", "inc", "headers"]
    /// The extensions of compiled libraries that are linked with headers.
    private static let compiled: Set<String> = ["a", "dylib", "tbd", "lib"]

    /// Returns whether a folder is a bundle of a compiled library or of resources, or holds the headers of a library.
    ///
    /// Headers are those of a library if a compiled one is beside them, or if one of the two folders around them is named
    /// like one: `libs/IM/include`.
    static func isBundled(_ name: String, in parent: String, besideLibrary: Bool) -> Bool {
        let name = name.lowercased()
        if [".framework", ".xcframework", ".bundle", ".aar"].contains(where: {
            name.hasSuffix($0) && name.count > $0.count
        }) {
            return true
        }
        guard headers.contains(name) else { return false }
        return besideLibrary || parent.split(separator: "/").suffix(2).contains { $0.lowercased().hasPrefix("lib") }
    }

    /// Returns whether the entries of a folder include a compiled library and no implementation of one.
    static func holdsLibrary(_ names: [String]) -> Bool {
        let extensions = Set(names.map(fileExtension))
        return !extensions.isDisjoint(with: compiled) && extensions.isDisjoint(with: ["m", "mm", "swift"])
    }

    /// Returns whether a file is a header.
    static func isHeader(_ name: String) -> Bool { fileExtension(name) == "h" }

    private static func fileExtension(_ name: String) -> String {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }
}
