// SPDX-License-Identifier: Apache-2.0

/// A folder at the root of the tree whose code passes its objects to a native side, which uses the names on the wire
/// (CMP-066).
struct BridgeFolder: Hashable, Sendable {
    private var folder: Substring
    private var family: SourceLanguage

    /// Whether the code is a script's.
    var isScript: Bool { family.isScript }

    init(_ path: String, _ language: SourceLanguage) {
        folder = path.firstIndex(of: "/").map { path[..<$0] } ?? ""
        family = language.family
    }

    /// The names that Flutter, React Native and uni-app use to call the native side.
    private static let words: Set<String> = [
        "MethodChannel", "NativeModules", "TurboModuleRegistry", "requireNativePlugin",
    ]

    /// Returns whether a file calls the native side.
    static func isBridge(_ file: SourceFile) -> Bool {
        guard file.language == .dart || file.language == .javascript || file.language == .typescript else {
            return false
        }
        return !file.source.places(of: .word, among: words).isEmpty
    }
}

extension ScanAssembly {
    /// Returns whether the objects of a file's folder are passed to a native side.
    func isBridge(_ file: Int) -> Bool {
        bridges.contains(BridgeFolder(files[file].path, files[file].language))
    }

    /// Returns whether the encoder of a class, its own or the nearest inherited one, returns JSON text, so that the
    /// native side passes the names on unchanged.
    func writesText(_ index: Int) -> Bool {
        shown(byEncoderOf: index) { $0.writesText ? true : nil } ?? false
    }
}
