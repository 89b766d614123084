// SPDX-License-Identifier: Apache-2.0

/// The folders of the platforms in a tree, for a project file (CMP-140).
struct PlatformFolders {
    /// The folders that hold types of each platform.
    private var typeFolders: [ScanPlatform: Set<[Substring]>] = [:]
    /// The folders that hold files of each platform, with their numbers of files.
    private var fileFolders: [ScanPlatform: [[Substring]: Int]] = [:]

    init(_ result: ScanResult) {
        // A wrapper's example is an application of its own; it counts only for a platform that has nothing else.
        add(result) { !SourceScan.givesWay($0) }
        let main = self
        add(result) { SourceScan.givesWay($0) }
        for platform in main.typeFolders.keys {
            typeFolders[platform] = main.typeFolders[platform]
            fileFolders[platform] = main.fileFolders[platform]
        }
    }

    private mutating func add(_ result: ScanResult, _ isRead: (String) -> Bool) {
        for (type, language) in zip(result.types, result.languages) {
            guard let file = type.source?.file, isRead(file) else { continue }
            let platform = result.platforms[file] ?? ScanPlatform.usual(language)
            typeFolders[platform, default: []].insert(PlatformFolders.folder(file))
        }
        for file in result.sources where isRead(file) {
            guard let language = SourceLanguage(fileName: file) else { continue }
            let platform = result.platforms[file] ?? ScanPlatform.usual(language)
            fileFolders[platform, default: [:]][PlatformFolders.folder(file), default: 0] += 1
        }
    }

    /// The platforms that have source files and no types.
    var typeless: [ScanPlatform] { ScanPlatform.allCases.filter { typeFolders[$0] == nil && fileFolders[$0] != nil } }

    /// Returns the number of source files of a platform.
    func files(of platform: ScanPlatform) -> Int { fileFolders[platform]?.values.reduce(0, +) ?? 0 }

    /// Returns the folder of a platform, and the number of its files elsewhere.
    ///
    /// The folder is the highest one that holds the platform's types and no other platform's. If many of the platform's
    /// files are elsewhere, it is the folder of all of them, because they may hold the classes of types.
    func folder(of platform: ScanPlatform) -> (path: String, outside: Int) {
        var folder = PlatformFolders.common(typeFolders[platform] ?? [])
        let others = typeFolders.filter { $0.key != platform }.flatMap(\.value)
        while !folder.isEmpty, !others.contains(where: { $0.starts(with: folder.dropLast()) }) { folder.removeLast() }
        let all = fileFolders[platform] ?? [:]
        let outside = all.filter { !$0.key.starts(with: folder) }.values.reduce(0, +)
        guard outside * 10 > files(of: platform) else { return (PlatformFolders.path(folder), outside) }
        return (PlatformFolders.path(PlatformFolders.common(Set(all.keys).union([folder]))), 0)
    }

    private static func folder(_ file: String) -> [Substring] { file.split(separator: "/").dropLast() }

    private static func path(_ folder: [Substring]) -> String {
        folder.isEmpty ? "." : folder.joined(separator: "/")
    }

    /// Returns the folder that holds all of the given ones.
    private static func common(_ folders: Set<[Substring]>) -> [Substring] {
        guard var common = folders.first else { return [] }
        for folder in folders {
            let length = zip(common, folder).prefix { $0 == $1 }.count
            common.removeLast(common.count - length)
        }
        return common
    }
}
