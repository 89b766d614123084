// SPDX-License-Identifier: Apache-2.0

/// A folder below the root whose code hands its objects to a native side, which has the names of the wire (CMP-066).
struct BridgeFolder: Hashable, Sendable {
    private var folder: Substring
    private var family: SourceLanguage

    init(_ path: String, _ language: SourceLanguage) {
        folder = path.firstIndex(of: "/").map { path[..<$0] } ?? ""
        family = language.family
    }

    /// What Flutter, React Native and uni-app call to reach the native side.
    private static let words: Set<String> = [
        "MethodChannel", "NativeModules", "TurboModuleRegistry", "requireNativePlugin",
    ]

    /// Whether a file reaches the native side.
    static func isBridge(_ file: SourceFile) -> Bool {
        guard file.language == .dart || file.language == .javascript || file.language == .typescript else {
            return false
        }
        return file.source.tokens.contains { $0.isWord && words.contains($0.text) }
    }
}

extension ScanAssembly {
    /// Whether the objects of a file's folder go to a native side.
    func isBridge(_ file: Int) -> Bool {
        bridges.contains(BridgeFolder(paths[file], languages[file]))
    }
}
