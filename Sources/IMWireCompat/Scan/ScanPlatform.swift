// SPDX-License-Identifier: Apache-2.0

/// A platform whose source code can be scanned, with the languages that it is written in.
package enum ScanPlatform: String, Sendable, CaseIterable {
    case android, ios, harmony, flutter, web, unity
    case reactNative = "react-native"
    case serverGo = "server-go"
    case serverJava = "server-java"
    case serverDotnet = "server-dotnet"
    case serverNodejs = "server-nodejs"
    case serverPHP = "server-php"
    case serverPython = "server-python"
    case serverSwift = "server-swift"

    package var languages: Set<SourceLanguage> {
        switch self {
        case .android, .serverJava: [.java, .kotlin]
        case .ios: [.objc, .swift]
        case .harmony: [.arkts]
        case .flutter: [.dart]
        case .web, .reactNative, .serverNodejs: [.javascript, .typescript]
        case .unity, .serverDotnet: [.csharp]
        case .serverGo: [.go]
        case .serverPHP: [.php]
        case .serverPython: [.python]
        case .serverSwift: [.swift]
        }
    }

    /// Whether the platform uses only the service's server API.
    var isServer: Bool { rawValue.hasPrefix("server-") }

    /// Returns the platform that a language is usually written for.
    static func usual(_ language: SourceLanguage) -> ScanPlatform {
        switch language {
        case .java, .kotlin: .android
        case .objc, .swift: .ios
        case .arkts: .harmony
        case .dart: .flutter
        case .javascript, .typescript: .web
        case .csharp: .serverDotnet
        case .go: .serverGo
        case .php: .serverPHP
        case .python: .serverPython
        }
    }

    /// Returns the platforms for which a scan found types: first those that the tree's sources declare types for, then
    /// those of build files at the root, then the one with the most types.
    package static func found(in result: ScanResult) -> [(platform: ScanPlatform, types: Int)] {
        var counts: [ScanPlatform: Int] = [:]
        for (type, language) in zip(result.types, result.languages) {
            counts[result.platform(of: type.source) ?? usual(language), default: 0] += 1
        }
        if counts.isEmpty {
            // Nothing was found, so the language with the most files determines the platform.
            let most = result.files.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
            return most.map { [(usual($0.key), 0)] } ?? []
        }
        let written = Set(
            zip(result.types, result.languages).filter { type, _ in
                type.source.map { !result.outputs.contains($0.file) } ?? true
            }.map { result.platform(of: $0.source) ?? usual($1) })
        func rank(_ platform: ScanPlatform) -> Int {
            (written.contains(platform) ? 2 : 0) + (result.rootPlatforms.contains(platform) ? 1 : 0)
        }
        return counts.map { ($0.key, $0.value) }.ordered {
            (rank($1.platform), $1.types, $0.platform.rawValue) < (rank($0.platform), $0.types, $1.platform.rawValue)
        }
    }
}

extension ScanResult {
    /// Returns the platform of a fact's file, or nil if only the file's language determines it.
    func platform(of source: FactSource?) -> ScanPlatform? {
        source.flatMap { platforms[$0.file] }
    }

    /// Returns the manifest of one platform, from the files that belong to it.
    ///
    /// A platform that nothing in the tree indicates has all files of its languages.
    package func manifest(_ platform: ScanPlatform, name: String?) -> Manifest {
        var manifest = Manifest(platform: name ?? platform.rawValue)
        manifest.title = "\(platform.rawValue), read from source code"
        let isIndicated = platforms.values.contains(platform)
        func isOwn(_ source: FactSource?, _ language: SourceLanguage?) -> Bool {
            guard let language, platform.languages.contains(language) else { return false }
            return !isIndicated || self.platform(of: source) ?? platform == platform
        }
        func isOwn(_ source: FactSource?) -> Bool {
            isOwn(source, source.flatMap { SourceLanguage(fileName: $0.file) })
        }
        manifest.types = zip(types, languages).filter { isOwn($0.0.source, $0.1) }.map(\.0)
        manifest.objects = objects.filter { isOwn($0.object.source, $0.language) }.map(\.object)
        manifest.enumerations = enumerations.filter { isOwn($0.source) }
        manifest.notes = unread.filter { isOwn(FactSource(file: $0.file, line: $0.line)) }
            .prefix(200).map { "could not read \($0.file):\($0.line): \($0.reason)" }
        return manifest
    }
}
