// SPDX-License-Identifier: Apache-2.0

/// A platform whose source code can be scanned, and the languages that it is written in.
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

    /// The languages that count for it.
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

    /// The platform that a language is written for where nothing says otherwise.
    private static func usual(_ language: SourceLanguage) -> ScanPlatform {
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

    /// The platforms that a scan has types of, the one with the most first.
    package static func found(in result: ScanResult) -> [(platform: ScanPlatform, types: Int)] {
        var counts: [ScanPlatform: Int] = [:]
        for language in result.languages { counts[usual(language), default: 0] += 1 }
        if counts.isEmpty {
            // Nothing was found: what there is most to read of is what was meant.
            let most = result.files.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
            return most.map { [(usual($0.key), 0)] } ?? []
        }
        return counts.map { ($0.key, $0.value) }.sorted {
            ($1.types, $0.platform.rawValue) < ($0.types, $1.platform.rawValue)
        }
    }
}

extension ScanResult {
    /// The manifest of one platform: what its languages say.
    package func manifest(_ platform: ScanPlatform, name: String?) -> Manifest {
        var manifest = Manifest(platform: name ?? platform.rawValue)
        manifest.title = "\(platform.rawValue), read from source code"
        let languages = platform.languages
        manifest.types = zip(types, self.languages).filter { languages.contains($0.1) }.map(\.0)
        manifest.objects = objects.filter { languages.contains($0.language) }.map(\.object)
        manifest.enumerations = enumerations.filter { enumeration in
            guard let file = enumeration.source?.file, let language = SourceLanguage(fileName: file) else {
                return false
            }
            return languages.contains(language)
        }
        manifest.notes = unread.filter { place in
            SourceLanguage(fileName: place.file).map(languages.contains) ?? false
        }.prefix(200).map { "could not read \($0.file):\($0.line): \($0.reason)" }
        return manifest
    }
}
