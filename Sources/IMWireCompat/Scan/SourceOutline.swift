// SPDX-License-Identifier: Apache-2.0

/// A file that is being read.
final class SourceFile {
    /// The index of the file in the list of files.
    let index: Int
    /// The path of the file, below the root.
    let path: String
    let language: SourceLanguage
    let source: SourceTokens
    let outline: SourceOutline
    /// The types in comments (`@var Item[]`), by line, because PHP's own types do not show the elements of a list.
    let documented: [Int: String]
    /// The lists of names that have been read, by the index of their bracket, because many registrations may share one
    /// list.
    var nameLists: [Int: [KeyClaim]] = [:]

    /// The methods of a script's classes that return the object which holds a content.
    private(set) lazy var contentAccessors = ScriptClassRecognizer.accessors(outline, source)

    /// The functions of a script, and the calls of each.
    private(set) lazy var functions = ScriptFunctions(source)

    /// Whether the file uses `org.json`, whose `get…` methods fail if a member is missing.
    private(set) lazy var usesOrgJSON =
        (language == .java || language == .kotlin)
        && source.places(of: .word, among: ["org"]).contains { source.isWord($0 + 2, "json") }

    /// Whether the file imports the SDK's class of a user.
    private(set) lazy var importsUserInfo = importsUser()

    init(index: Int, path: String, language: SourceLanguage, bytes: consuming [UInt8], maximumTokens: Int) {
        self.index = index
        self.path = path
        self.language = language
        documented = language == .php ? SourceFile.documented(bytes) : [:]
        source = SourceLexer.tokens(of: consume bytes, language, maximum: maximumTokens)
        outline = source.isOverfull ? SourceOutline() : SourceOutline(source, language)
    }

    private static func documented(_ bytes: [UInt8]) -> [Int: String] {
        var types: [Int: String] = [:]
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        {
            // Such a long line is not a comment written by a person.
            guard line.count < 512, types.count < 10_000 else { continue }
            let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
            guard let place = words.firstIndex(where: { $0.elementsEqual("@var".utf8) }), place + 1 < words.endIndex
            else { continue }
            types[number + 1] = String(decoding: words[place + 1].prefix(128), as: UTF8.self)
        }
        return types
    }

    /// Returns an expression of this file.
    func expression(_ range: Range<Int>, owner: String = "") -> SourceExpression {
        SourceExpression(source, range, file: index, owner: owner)
    }
}

/// The classes of a file with their fields and methods, as far as brackets and keywords show them.
struct SourceOutline {
    var declarations: [Declaration] = []
    /// The methods outside of any class, with the class that they belong to (Go), or with none.
    var functions: [Method] = []
    /// The indices of the declarations nested in each declaration.
    var children: [Int: [Int]] = [:]

    /// A class, or the equivalent in another language.
    struct Declaration {
        var keyword: String
        var name: String
        var line: Int
        var heritage: [String] = []
        var annotations: [Annotation] = []
        var body: Range<Int>
        /// The range of the primary constructor's parameters.
        var parameters: Range<Int>?
        /// The index of the enclosing declaration.
        var parent: Int?
        var fields: [Field] = []
        var methods: [Method] = []
        /// Whether the declaration adds to a class that is declared elsewhere (Objective-C).
        var isCategory = false
        /// How a script's constructor sets fields, by name.
        var settings: [String: Setting] = [:]
        /// The name by which code outside refers to the members: a companion's is that of its class.
        var ownerName: String
    }

    struct Annotation {
        var name: String
        /// The range of the arguments between the parentheses.
        var arguments: Range<Int>
        var line: Int
        /// Whether the attribute is that of the field behind a property: C#'s `[field: JsonProperty]`.
        var isOfField = false
    }

    /// A statement that sets a field.
    struct Setting {
        enum Value {
            case expression(Range<Int>)
            /// A parameter with this default.
            case parameter(Range<Int>)
        }

        var value: Value
        /// The condition under which the field is set; nil if it is always set.
        var condition: Range<Int>?
        /// Whether one of the statements parses a JSON text, whose value may be any.
        var isParsed = false
    }

    struct Field {
        var name: String
        var index: Int
        var annotations: [Annotation] = []
        var isStatic = false
        var isTransient = false
        var isPrivate = false
        var type: Range<Int>
        var value: Range<Int>?
    }

    struct Method {
        var name: String
        var owner = ""
        var line: Int
        var parameters: Range<Int>
        var body: Range<Int>
        /// Whether the body is a single expression, without `return`.
        var isExpression = false
        /// The index at which the declaration begins, with modifiers and the return type.
        var start = 0
    }
}
