// SPDX-License-Identifier: Apache-2.0

/// A language that the scanner reads.
package enum SourceLanguage: String, Sendable, CaseIterable {
    case arkts, csharp, dart, go, java, javascript, kotlin, objc, php, python, swift, typescript

    /// Creates the language of a file from its extension.
    package init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        switch fileName[fileName.index(after: dot)...].lowercased() {
        case "ets": self = .arkts
        case "cs": self = .csharp
        case "dart": self = .dart
        case "go": self = .go
        case "java": self = .java
        case "js", "jsx", "mjs", "cjs", "vue": self = .javascript
        case "kt", "kts": self = .kotlin
        case "m", "mm", "h", "pch": self = .objc
        case "php": self = .php
        case "py": self = .python
        case "swift": self = .swift
        case "ts", "tsx", "mts", "cts": self = .typescript
        default: return nil
        }
    }

    /// The rules for splitting source text into tokens.
    var syntax: SourceSyntax {
        switch self {
        case .arkts, .typescript, .javascript: .script
        case .csharp: .csharp
        case .dart: .dart
        case .go: .go
        case .java: .java
        case .kotlin: .kotlin
        case .objc: .objc
        case .php: .php
        case .python: .python
        case .swift: .swift
        }
    }

    /// Whether the language is ArkTS, JavaScript or TypeScript, which share their literals and calls.
    var isScript: Bool { self == .arkts || self == .typescript || self == .javascript }

    /// The language that represents all languages of the same side of an application: Java for Kotlin, Objective-C for
    /// Swift, JavaScript for TypeScript.
    var family: SourceLanguage {
        switch self {
        case .kotlin: .java
        case .swift: .objc
        case .typescript: .javascript
        default: self
        }
    }

    /// Whether the end of a line can end a declaration.
    var endsAtNewline: Bool { isScript || self == .kotlin || self == .swift }
}
