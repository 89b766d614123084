// SPDX-License-Identifier: Apache-2.0

import TextSupport

/// A project file for a tree, and what about it is uncertain (CMP-140).
package struct ProjectDraft: Sendable {
    /// A platform of the tree.
    package struct Platform: Sendable {
        /// The platform as the project file names it.
        package var entry: ProjectFile.Platform
        /// The number of its source files.
        package var files: Int
        /// Its declarations in the folder.
        package var manifest: Manifest

        /// The number of its types.
        package var types: Int { Set(manifest.types.map(\.objectName)).count }
        /// The number of types whose members are unknown.
        package var unknown: Int {
            types - Set(manifest.types.filter { $0.members != nil }.map(\.objectName)).count
        }
    }

    /// The platforms that declare types.
    package private(set) var platforms: [Platform]
    /// The globs of the names of own types, with the numbers of types.
    package let own: [(glob: String, types: Int)]
    /// The platforms whose code declares no types, with their numbers of files.
    package let typeless: [(platform: ScanPlatform, files: Int)]
    /// What is uncertain, one sentence each.
    package private(set) var doubts: [String] = []

    /// The largest number of names without a prefix that are listed in a project file.
    private static let maximumNames = 20

    /// Creates a draft from a scan of the whole tree.
    package init(_ result: ScanResult) {
        let folders = PlatformFolders(result)
        let found = Set(result.types.isEmpty ? [] : ScanPlatform.found(in: result).map(\.platform))
        platforms = ScanPlatform.allCases.filter(found.contains).map { platform in
            let folder = folders.folder(of: platform).path
            let entry = ProjectFile.Platform(name: platform.rawValue, folder: folder, platform: platform)
            var manifest = result.manifest(platform, name: nil)
            if folder != "." { manifest.types.removeAll { $0.source?.file.hasPrefix(folder + "/") == false } }
            return Platform(entry: entry, files: folders.files(of: platform), manifest: manifest)
        }
        typeless = folders.typeless.map { ($0, folders.files(of: $0)) }
        own = ProjectDraft.own(platforms.map(\.manifest))
        for platform in platforms { doubts += ProjectDraft.doubts(platform, result, folders) }
        doubts += doubtsAboutNames()
    }

    /// Adds patterns of files and folders below the root of the tree, which every platform then excludes.
    package mutating func exclude(_ patterns: [String]) {
        for index in platforms.indices {
            let folder = (platforms[index].entry.folder ?? ".") + "/"
            platforms[index].entry.exclude = patterns.compactMap { pattern in
                var path = pattern[...]
                if path.hasPrefix("./") { path = path.dropFirst(2) }
                // A path is relative to the platform's folder, and a name applies anywhere.
                guard folder != "./", path.dropLast().contains("/") else { return pattern }
                return path.hasPrefix(folder) ? "/" + path.dropFirst(folder.count) : nil
            }
        }
    }

    /// The project file.
    package var project: ProjectFile { ProjectFile(platforms: platforms.map(\.entry), own: own.map(\.glob)) }

    /// Returns the names of types that an application declares, without those of the service.
    private static func names(_ manifest: Manifest) -> Set<String> {
        Set(manifest.named.types.map(\.objectName)).filter {
            !$0.isEmpty && !$0.hasPrefix("RC:") && !Registry.builtIn.contains($0)
        }
    }

    /// Returns the glob of a name: `app:*` for `app:Gift`, and otherwise the name itself.
    private static func glob(_ name: String) -> String {
        guard let colon = name.firstIndex(of: ":") else { return name }
        return name[...colon] + "*"
    }

    private static func own(_ manifests: [Manifest]) -> [(glob: String, types: Int)] {
        let names = manifests.reduce(into: Set<String>()) { $0.formUnion(ProjectDraft.names($1)) }
        let globs = Dictionary(names.map { (glob($0), 1) }, uniquingKeysWith: +)
            .ordered { ($1.value, $0.key) < ($0.value, $1.key) }.map { (glob: $0.key, types: $0.value) }
        // Without a list, all own types are compared; a long list of single names would only have to be maintained.
        return globs.count { !$0.glob.hasSuffix(":*") } > maximumNames ? [] : globs
    }

    // MARK: Doubts

    private static func doubts(
        _ platform: Platform, _ result: ScanResult, _ folders: PlatformFolders
    ) -> [String] {
        guard let kind = platform.entry.platform else { return [] }
        var doubts: [String] = []
        let others = ScanPlatform.allCases.filter { $0 != kind && !$0.languages.isDisjoint(with: kind.languages) }
        if !result.platforms.values.contains(kind), !others.isEmpty {
            doubts.append(
                "no build file shows that the code is of \(kind.rawValue): change \"platform\" if it is of "
                    + others.map(\.rawValue).joined(separator: " or "))
        }
        let outside = folders.folder(of: kind).outside
        if outside > 0 {
            doubts.append(
                "\(Words.count(outside, "source file")) outside of \(platform.entry.folder ?? ".") "
                    + "\(outside == 1 ? "is" : "are") not read")
        }
        let guesses = platform.manifest.types.count { $0.source?.certainty == .guess }
        if guesses > 0 {
            doubts.append(
                "\(Words.count(guesses, "type")) \(guesses == 1 ? "is a guess" : "are guesses") from names of classes")
        }
        let unread = platform.manifest.notes.count
        if unread > 0 { doubts.append("\(Words.count(unread, "place")) could not be read") }
        if platform.unknown > 0 {
            doubts.append("the members of \(Words.count(platform.unknown, "type")) are unknown")
        }
        return doubts.map { "\(platform.entry.name): \($0)" }
    }

    /// Returns doubts about names: those of one platform only, and those that differ only in case.
    private func doubtsAboutNames() -> [String] {
        guard platforms.count > 1 else { return [] }
        var doubts: [String] = []
        for platform in platforms {
            let others = platforms.filter { $0.entry.name != platform.entry.name }
                .reduce(into: Set<String>()) { $0.formUnion(ProjectDraft.names($1.manifest).map(ProjectDraft.glob)) }
            let mine = Set(ProjectDraft.names(platform.manifest).map(ProjectDraft.glob))
            let only = own.map(\.glob).filter { mine.contains($0) && !others.contains($0) }
            guard !only.isEmpty else { continue }
            doubts.append(
                "\(platform.entry.name): no other platform declares \(only.prefix(6).joined(separator: ", "))"
                    + (only.count > 6 ? " and \(only.count - 6) more" : "")
                    + ": remove \(only.count == 1 ? "it" : "them") from \"own\" if only this platform sends "
                    + "\(only.count == 1 ? "it" : "them")")
        }
        let groups = Dictionary(grouping: own.map(\.glob)) { $0.lowercased() }
        for globs in groups.values.filter({ $0.count > 1 }).map({ $0.sorted() }).ordered(by: { $0[0] < $1[0] }) {
            doubts.append("\(globs.joined(separator: " and ")) differ only in case, and are different names")
        }
        return doubts
    }
}
