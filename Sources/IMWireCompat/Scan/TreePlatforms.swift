// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The platforms of the files of a tree, if their languages alone do not determine them (CMP-065).
///
/// A build file determines the platform of everything below its folder, and the nearest one applies. Without a build
/// file, the first folders of a path may indicate the platform: `server/`, `client-unity/`.
struct TreePlatforms {
    /// The platforms that the build files in a folder indicate, by the folder's path below the root.
    private var folders: [String: Set<ScanPlatform>] = [:]
    private static let maximum = 100_000

    /// The build files whose names determine a platform, and (with nil) those whose contents are examined.
    static let files: [String: ScanPlatform?] = [
        "Podfile": .ios, "Cartfile": .ios, "AndroidManifest.xml": .android, "pubspec.yaml": .flutter,
        "oh-package.json5": .harmony, "go.mod": .serverGo, "composer.json": .serverPHP, "pyproject.toml": .serverPython,
        "requirements.txt": .serverPython, "build.gradle": nil, "build.gradle.kts": nil, "pom.xml": nil,
        "package.json": nil, "Package.swift": nil,
    ]

    /// The words in the first folders of a path, with the platforms that they may indicate.
    static let words: [String: [ScanPlatform]] = [
        "server": [.serverJava, .serverNodejs, .serverDotnet, .serverSwift],
        "backend": [.serverJava, .serverNodejs, .serverDotnet, .serverSwift], "node": [.serverNodejs],
        "nodejs": [.serverNodejs], "dotnet": [.serverDotnet], "unity": [.unity], "android": [.android], "ios": [.ios],
        "web": [.web], "h5": [.web], "reactnative": [.reactNative], "rn": [.reactNative],
    ]

    /// Returns whether a file may indicate the platform of the files below its folder.
    static func isBuildFile(_ name: String) -> Bool {
        files.keys.contains(name) || name.hasSuffix(".csproj") || name.hasSuffix(".asmdef")
    }

    /// Adds a build file.
    mutating func add(_ path: String, _ name: String, _ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let platform = TreePlatforms.platform(name, text, bytes) else { return }
        add(platform, in: TreePlatforms.folder(path))
    }

    /// Adds a folder, because projects of Xcode and Unity are folders.
    mutating func add(folder path: String, _ name: String) {
        if name.hasSuffix(".xcodeproj") || name.hasSuffix(".xcworkspace") { add(.ios, in: TreePlatforms.folder(path)) }
        if name == "ProjectSettings" { add(.unity, in: TreePlatforms.folder(path)) }
    }

    /// The platforms that build files at the root of the tree indicate.
    var rootPlatforms: Set<ScanPlatform> { folders[""] ?? [] }

    private mutating func add(_ platform: ScanPlatform, in folder: String) {
        guard folders.count < TreePlatforms.maximum else { return }
        folders[folder, default: []].insert(platform)
    }

    private static func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    // MARK: Build files

    private static func platform(_ name: String, _ text: String, _ bytes: [UInt8]) -> ScanPlatform? {
        if let known = files[name], let known { return known }
        switch name {
        case "build.gradle", "build.gradle.kts":
            if text.holds("com.android.") { return .android }
            return text.holds(anyOf: ["springframework", "ktor", "micronaut", "quarkus", "vertx"])
                ? .serverJava : nil
        case "pom.xml": return text.holds("com.android.") ? .android : .serverJava
        case "package.json": return script(bytes)
        case "Package.swift":
            return text.holds(anyOf: ["vapor", "hummingbird", "swift-nio"]) ? .serverSwift : .ios
        default:
            if name.hasSuffix(".asmdef") { return .unity }
            return text.holds("UnityEngine") ? .unity : .serverDotnet
        }
    }

    /// Returns the platform that the dependencies of a JavaScript package indicate, or nil if it has none.
    private static func script(_ bytes: [UInt8]) -> ScanPlatform? {
        guard let package = try? RawJSON(parsing: bytes.span), let all = package["dependencies"]?.members,
            !all.isEmpty
        else { return nil }
        let names = Set(all.map(\.name))
        func has(_ wanted: String...) -> Bool { !names.isDisjoint(with: wanted) }
        if has("react-native") { return .reactNative }
        if has("react", "vue", "@angular/core", "svelte", "next", "nuxt", "jquery", "preact") { return .web }
        if has("express", "koa", "fastify", "egg", "@nestjs/core", "@hapi/hapi", "rongcloud-sdk", "restify") {
            return .serverNodejs
        }
        return .web
    }

    // MARK: Files

    /// Returns the platforms of files in their order, with nil where the language determines the platform of all its
    /// files.
    func platforms(_ paths: [String], _ languages: [SourceLanguage]) -> [ScanPlatform?] {
        var found = zip(paths, languages).map { platform(of: $0, $1) }
        var all: [SourceLanguage: Set<ScanPlatform>] = [:]
        for (platform, language) in zip(found, languages) {
            if let platform { all[language.family, default: []].insert(platform) }
        }
        // A file without any indication belongs to the usual client, or to the only other client if there is exactly
        // one.
        for (index, language) in languages.enumerated() where found[index] == nil {
            guard let others = all[language.family] else { continue }
            let only = others.count == 1 ? others.first : nil
            found[index] = only.flatMap { $0.isServer ? nil : $0 } ?? ScanPlatform.usual(language)
        }
        return found
    }

    private func platform(of path: String, _ language: SourceLanguage) -> ScanPlatform? {
        var folder = TreePlatforms.folder(path)
        while true {
            let here = (folders[folder] ?? []).filter { $0.languages.contains(language) }
            if !here.isEmpty { return here.min { $0.rawValue < $1.rawValue } }
            if folder.isEmpty { break }
            folder = TreePlatforms.folder(folder)
        }
        let first = path.lowercased().split(separator: "/").dropLast().prefix(2)
        for part in first.reversed() where !SourceTree.dependencies.contains(String(part)) {
            let words = part.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            for word in words + [words.joined()] {
                let platform = TreePlatforms.words[word]?.first { $0.languages.contains(language) }
                if let platform { return platform }
            }
        }
        return nil
    }
}
