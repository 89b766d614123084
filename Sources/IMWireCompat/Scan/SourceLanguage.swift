// SPDX-License-Identifier: Apache-2.0

/// The languages that the scanner reads.
package enum SourceLanguage: String, Sendable, CaseIterable {
    case arkts, csharp, dart, go, java, javascript, kotlin, objc, php, python, swift, typescript

    /// The language of a file, by the end of its name.
    package init?(fileName: String) {
        guard let dot = fileName.utf8.lastIndex(of: 0x2e) else { return nil }
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

    /// How its text falls apart into tokens.
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

    /// ArkTS, JavaScript and TypeScript, which share their literals and calls.
    var isScript: Bool { self == .arkts || self == .typescript || self == .javascript }

    /// The language that stands for all that share an application's side: Java for Kotlin, Objective-C for Swift.
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
