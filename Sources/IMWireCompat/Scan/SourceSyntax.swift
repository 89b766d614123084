// SPDX-License-Identifier: Apache-2.0

/// What a lexer must know of a language: its comments and its strings.
///
/// Everything else is the same for all.
struct SourceSyntax: Sendable {
    /// How a string holds expressions.
    enum Interpolation: Sendable {
        case none
        /// `$name` and `${expression}`, in strings between double quotes (Kotlin, Dart, PHP).
        case dollar
        /// `\(expression)` (Swift).
        case backslash
        /// `{expression}`, in strings with a prefix (C#, Python).
        case braces
    }

    /// What a backtick begins.
    enum Backtick: Sendable {
        case name, raw, template
    }

    /// `//` begins a comment.
    var slashComments = true
    /// `#` begins a comment.
    var hashComments = false
    /// Block comments nest.
    var nestedComments = false
    /// `'…'` is a string like any other.
    var singleQuotes = false
    /// `"""…"""`.
    var tripleDouble = false
    /// `'''…'''`.
    var tripleSingle = false
    /// Expressions in strings.
    var interpolation = Interpolation.none
    /// Expressions in `'…'` too.
    var singleInterpolates = false
    /// What a backtick begins.
    var backtick = Backtick.name
    /// Letters that can stand before a quote.
    var prefixes: [UInt8] = []
    /// Lines that begin with `#` are for a preprocessor.
    var directives = false
    /// `@"…"` is a string and `@word` one word (Objective-C).
    var atWords = false
    /// `/…/` can be a regular expression.
    var regularExpressions = false
    /// `#"…"#` is a string (Swift).
    var hashStrings = false
    /// Blocks are shown by indentation.
    var indentation = false
    /// Text outside `<?php … ?>` is not code; `.` joins strings and `->` leads to a member.
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
