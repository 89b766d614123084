// SPDX-License-Identifier: Apache-2.0

/// The lexical properties of a language: its comments and its strings.
///
/// Everything else is the same for all languages.
struct SourceSyntax: Sendable {
    /// The form of expressions in strings.
    enum Interpolation: Sendable {
        case none
        /// `$name` and `${expression}`, in strings between double quotes (Kotlin, Dart, PHP).
        case dollar
        /// `\(expression)` (Swift).
        case backslash
        /// `{expression}`, in strings with a prefix (C#, Python).
        case braces
    }

    /// The meaning of a backtick.
    enum Backtick: Sendable {
        case name, raw, template
    }

    /// Whether `//` begins a comment.
    var slashComments = true
    /// Whether `#` begins a comment.
    var hashComments = false
    /// Whether block comments nest.
    var nestedComments = false
    /// Whether `'…'` is a string like any other.
    var singleQuotes = false
    /// Whether `"""…"""` is a string.
    var tripleDouble = false
    /// Whether `'''…'''` is a string.
    var tripleSingle = false
    /// The form of expressions in strings.
    var interpolation = Interpolation.none
    /// Whether `'…'` may contain expressions too.
    var singleInterpolates = false
    /// The meaning of a backtick.
    var backtick = Backtick.name
    /// The letters that can precede a quote.
    var prefixes: [UInt8] = []
    /// Whether lines that begin with `#` are preprocessor directives.
    var directives = false
    /// Whether `@"…"` is a string and `@word` a single word (Objective-C).
    var atWords = false
    /// Whether `/…/` can be a regular expression.
    var regularExpressions = false
    /// Whether `#"…"#` is a string (Swift).
    var hashStrings = false
    /// Whether indentation delimits blocks.
    var indentation = false
    /// Whether text outside `<?php … ?>` is not code, `.` joins strings and `->` accesses a member.
    var php = false

    static let java = SourceSyntax(tripleDouble: true)
    static let kotlin = SourceSyntax(nestedComments: true, tripleDouble: true, interpolation: .dollar)
    static let swift = SourceSyntax(
        nestedComments: true, tripleDouble: true, interpolation: .backslash, directives: true, hashStrings: true)
    static let objc = SourceSyntax(directives: true, atWords: true)
    static let script = SourceSyntax(singleQuotes: true, backtick: .template, regularExpressions: true)
    static let dart = SourceSyntax(
        nestedComments: true, singleQuotes: true, tripleDouble: true, tripleSingle: true, interpolation: .dollar,
        singleInterpolates: true, prefixes: Array("r".utf8))
    static let go = SourceSyntax(backtick: .raw)
    static let csharp = SourceSyntax(
        tripleDouble: true, interpolation: .braces, prefixes: Array("@$".utf8), directives: true)
    static let php = SourceSyntax(
        hashComments: true, singleQuotes: true, interpolation: .dollar, backtick: .raw, php: true)
    static let python = SourceSyntax(
        slashComments: false, hashComments: true, singleQuotes: true, tripleDouble: true, tripleSingle: true,
        interpolation: .braces, prefixes: Array("rRbBuUfF".utf8), indentation: true)
}
