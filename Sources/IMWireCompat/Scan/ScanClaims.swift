// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A recognizer's claim about a member, before constants are resolved.
@dynamicMemberLookup
struct KeyClaim: Sendable {
    var name: SourceExpression
    var isRead = false
    var isWritten = false
    var certainty = FactSource.Certainty.sure
    /// Whether the value has the types in `kinds` even if the field that it comes from has another one.
    var showsType = false
    /// Whether a reader fails without the member; nil if the code does not show it.
    var isRequired: Bool?
    /// Whether the reader converts a value of another type (CMP-129).
    var isLoose = false
    /// The form in which a missing value is written.
    var absent: ManifestMember.Absent?
    /// Whether the value is written only if it is not zero or false or, for an object, if there is one.
    var isTruthTested = false
    /// Whether the value that is written is a field, and nothing else.
    var isField = false
    /// Whether the key is written under no condition.
    var isAlways = false
    /// Whether the claim is that of an interface, which a class repeats or leaves to its base class.
    var isPromise = false
    /// Whether an annotation of a field may determine its name, whatever a minified build renames (CMP-135).
    var isFixed = false
    /// Whether the field is declared and never set.
    var isNeverSet = false
    /// The platform's word for the member's type.
    var declaredType: String?
    /// The JSON types that the surrounding code shows, if there is no declaration.
    var kinds: [ManifestMember.MemberType] = []
    /// The words of the value that is written, or of the variable that is read into; these are fields, whose types are
    /// the member's.
    var fields: [String] = []
    /// The members of the value's object, if the code lists them.
    var members: [KeyClaim] = []
    /// The values that are omitted even if they are set.
    var omits: [ManifestMember.Omission] = []
    /// The constants that are the value, which show its type if nothing else does.
    var values: [SourceExpression] = []
    /// Other names that are read as this member.
    var aliases: [String] = []
    /// The texts that describe the value, or none; a scan keeps very many claims, of which few have any.
    var texts: [ValueTexts] = []

    struct ValueTexts: Sendable {
        /// The value, as JSON text, that is written if none was set.
        var defaultValue: String?
        /// The case of the member's enumeration that is written if none was set.
        var defaultCase: String?
        /// The value, as JSON text, if it is a literal.
        var literal: String?
        /// The variable that is the value, if the value is nothing else.
        var variable: String?
        /// The method of a base class that makes the value.
        var producer: String?
        /// The function of a script whose result is the value.
        var result: String?
    }

    subscript(dynamicMember text: WritableKeyPath<ValueTexts, String?>) -> String? {
        get { texts.first?[keyPath: text] }
        set {
            if texts.isEmpty {
                guard newValue != nil else { return }
                texts = [ValueTexts()]
            }
            texts[0][keyPath: text] = newValue
        }
    }

    /// The claim of an interface, without the statement that a reader requires the member.
    var promised: KeyClaim {
        var claim = self
        if claim.isRequired == true { claim.isRequired = nil }
        claim.isPromise = true
        return claim
    }

    /// Merges the claim of another mention of the same key.
    mutating func add(_ other: KeyClaim) {
        isRead = isRead || other.isRead
        isWritten = isWritten || other.isWritten
        declaredType = declaredType ?? other.declaredType
        if kinds.isEmpty || (other.showsType && !showsType) { kinds = other.kinds }
        showsType = showsType || other.showsType
        fields += other.fields
        if members.isEmpty {
            members = other.members
        } else if members.count < 512 {
            // One mention may show members that another one does not.
            members += other.members
        }
        // A reader that tests for a member before reading it does not require it.
        isRequired = isRequired == false ? false : other.isRequired ?? isRequired
        isLoose = isLoose || other.isLoose
        isField = isField || other.isField
        isAlways = isAlways || other.isAlways
        isNeverSet = isNeverSet && (other.isNeverSet || other.isPromise)
        absent = absent ?? other.absent
        isTruthTested = isTruthTested || other.isTruthTested
        omits += other.omits.filter { !omits.contains($0) }
        for text in [\ValueTexts.defaultValue, \.defaultCase, \.producer, \.result] {
            self[dynamicMember: text] = self[dynamicMember: text] ?? other[dynamicMember: text]
        }
        if values.count < 64 { values += other.values }
        aliases += other.aliases.filter { !aliases.contains($0) }
    }
}

/// A recognizer's claim about flags.
enum FlagClaim: Sendable {
    /// A number, or words that stand for one.
    case value(SourceExpression)
    /// Separate switches, with their values.
    case switches([FlagSwitch: SourceExpression])

    /// Returns the same claim at another line, for the use of a variable that holds the flags.
    func moved(to line: Int) -> FlagClaim {
        func moved(_ expression: SourceExpression) -> SourceExpression {
            var expression = expression
            expression.line = line
            return expression
        }
        switch self {
        case .value(let value): return .value(moved(value))
        case .switches(let switches): return .switches(switches.mapValues(moved))
        }
    }

    /// The expression that locates the claim.
    var place: SourceExpression? {
        switch self {
        case .value(let value): value
        case .switches(let switches): switches[.persisted] ?? switches[.counted] ?? switches[.status]
        }
    }
}

/// A class with the claims of its source.
struct ClassClaim: Sendable {
    var name: String
    var file: Int
    var line: Int
    var heritage: [String] = []
    /// The expression of the class's objectName, taken from the most reliable place.
    var objectName: SourceExpression?
    /// The reliability of that place: an annotation, then `getObjectName`, then fields and methods that may have
    /// another meaning.
    var rank = 0
    var flags: FlagClaim?
    /// The JSON keys that the class's methods read and write.
    var keys: [KeyClaim] = []
    /// The fields that a serializer would use.
    var fields: [KeyClaim] = []
    /// The fields that a serializer skips, which provide the types of keys that hold their values.
    var hidden: [KeyClaim] = []
    /// The keys of a nested type that does the writing (Swift's CodingKeys, a nested payload).
    var innerKeys: [KeyClaim] = []
    /// The class that a serializer writes and reads in place of this one.
    var payload: String?
    /// The field whose value a serializer writes in place of the object itself.
    var payloadField: String?
    /// The place where the class's encoder obtains member names by reflection, so that they are unknown (CMP-063).
    var reflection: SourceExpression?
    /// The names that a mapping gives to fields.
    var renames: [String: String] = [:]
    /// The keys that methods other than the encoder and the decoder write and read, by method, for use by subclasses.
    var shared: [String: [KeyClaim]] = [:]
    /// The keys of the objects that methods for subclasses return, by method.
    var produced: [String: [KeyClaim]] = [:]
    /// The declared types of the parameters of these methods, by method and parameter.
    var parameters: [String: [String: String]] = [:]
    /// The keys of the object that a script's base class holds for its subclasses.
    var mapKeys: [KeyClaim] = []
    /// The methods that the encoder and the decoder call.
    var calls: Set<String> = []
    /// The use that the encoder and the decoder make of those of the base class.
    var base = BaseUse()
    /// The keyword of the declaration: `class`, `struct`, `enum`.
    var keyword = ""
    /// The names of the annotations, in Java and Kotlin.
    var annotations: [String] = []
    /// The name after those of the enclosing classes, in Java and Kotlin: `Outer$Inner`.
    var nestedName = ""
    /// The words before the call by which the encoder or the decoder uses a serializer, in Java and Kotlin.
    var serializer: [String] = []
    /// Whether the objectName counts only if its text looks like one.
    var mustLookRight = false
    /// Whether some fields specify their JSON names.
    var isAnnotated = false
    /// Whether a typed decoder reads the class and rejects a value of another type (CMP-045).
    var isTyped = false
    /// Whether the encoder writes the dictionary in a field, whose members the class does not show.
    var writesField = false
    /// Whether the class's encoder returns nothing, so that its objects are never sent.
    var encodesNothing = false
    /// Whether the class has an encoder of its own.
    var isEncoder = false
    /// Whether that encoder writes nothing, so that the content has no members (CMP-162).
    var writesNothing = false
    /// Whether the class's encoder returns JSON text.
    var writesText = false
    /// Whether the class describes something other than a content: a row of a database, a view, a form, a test.
    var isOther = false
    /// The purpose of the class's messages, if a base class specifies it.
    var category: ManifestType.Category?
    /// The rule, if any, by which the class's encoder derives names from all properties.
    var naming: NamingRule?
}

/// A place outside of a class that names a type: a registration, a table, or a message that is sent.
struct TypeClaim: Sendable {
    enum Kind: Sendable { case registration, table, sent, naming, flags, received }

    var kind: Kind
    var objectName: SourceExpression
    var className: SourceExpression?
    var flags: FlagClaim?
    var keys: [KeyClaim] = []
    /// The class whose fields are the type's members.
    var payload: String?
    /// Words beside the name, the first of which that is a class in the tree represents the type; `.case` is an
    /// enumeration's.
    var candidates: [String] = []
    /// Whether only its position in a call suggests that the text is an objectName.
    var isPositional = false
    /// Whether the name counts only if another type of the tree has its prefix, because nothing else shows that it is an
    /// objectName.
    var isBare = false
    /// Whether the name counts without a class, because the place is a list of objectNames.
    var isList = false
}

/// A function that sends messages whose objectName is a parameter, for its calls in other files.
struct HelperClaim: Sendable {
    var function: String
    var parameters: [String]
    /// The positions of the parameters for the objectName and, if the content is a parameter too, for the content.
    var name: Int
    var content: Int?
    /// The members of a content that the function builds.
    var keys: [KeyClaim] = []
    var file: Int
}

/// A call with an objectName among its arguments.
struct CallClaim: Sendable {
    var function: String
    var objectName: SourceExpression
    /// The position of the objectName.
    var name: Int
    /// What each argument shows: its type and, for an object, its members.
    var arguments: [KeyClaim] = []
}

/// What a function of a script returns: values of some JSON types, or what another function returns.
///
/// Neither is known if the values differ.
struct ResultClaim: Equatable, Sendable {
    var kinds: [ManifestMember.MemberType] = []
    var function = ""
}

/// The values of an enumeration.
struct EnumerationClaim: Sendable {
    var className: String
    var line: Int
    var file: Int
    /// The enumeration's name in a manifest, if the code states that its texts are values of a member.
    var wireName: String?
    var values: [(name: String, number: Int, line: Int)] = []
    /// The texts on the wire, if the values are not numbers.
    var texts: [(name: String, text: String, line: Int)] = []
    var isIndexed = false
    /// Whether the enumeration lists conversation types; any other counts only if a member uses it.
    var isConversationType = true
    /// Whether the values are the flags of types.
    var isPersistence = false
    /// Whether the values tell whom a message mentions, with the numbers on the wire.
    var isMentionedType = false

    /// Returns the value of a case as JSON text: its number, or its text if values are written as texts.
    func json(of name: String, isText: Bool) -> String? {
        guard isText else { return values.first { $0.name == name }.map { String($0.number) } }
        return RawJSON(texts.first { $0.name == name }?.text ?? name).text
    }

    /// The name in a manifest of an enumeration that the registry has; nil for any other.
    var knownName: String? {
        isConversationType
            ? "conversationType" : isPersistence ? "persistence" : isMentionedType ? "mentionedType" : nil
    }
}

/// Everything that the recognizers found.
struct ScanClaims: Sendable {
    var classes: [ClassClaim] = []
    var types: [TypeClaim] = []
    var enumerations: [EnumerationClaim] = []
    /// The tables of scripts that map numbers to numbers.
    var numberTables: [(file: Int, entries: [Int: Int])] = []
    /// The names that are set at run time.
    var sentNames: [SentNameClaim] = []
    /// The contents that scripts make for objects of registered classes: `new GiftMessage({ coins: 3 })`.
    var constructions: [(className: String, file: Int, keys: [KeyClaim])] = []
    /// The classes of contents of which code outside of them makes objects (CMP-150).
    var constructed: Set<String> = []
    /// The members that code renames before it sends a content (CMP-151).
    var renamedKeys: [RenamedKeyClaim] = []
    /// The functions that send messages for their callers, and calls that may be theirs.
    var helpers: [HelperClaim] = []
    var calls: [CallClaim] = []
    /// What the functions of scripts return, by name.
    var results: [String: ResultClaim] = [:]
    /// The literals of scripts that look like objectNames.
    var literals: [SourceExpression] = []
    /// The names of types that are defined beside a class (`#define …TypeIdentifier`).
    var loose: [(name: SourceExpression, className: String)] = []
    /// The branches of converters between an SDK's contents and a bridge's objects.
    var branches: [BranchClaim] = []
    /// The objects in the texts of members, and the maps that members are set to.
    var parts: [PartClaim] = []
    /// The parts of objects that code makes texts of.
    var sentParts: Set<SentPart> = []
    /// The common objects that code holds as JSON text.
    var textObjects: [TextObjectClaim] = []
    /// The types of the values of an enumeration's cases: Swift's `case gift(Gift)`.
    var cases: [String: String] = [:]
    /// The keys that a `switch` writes for an enumeration's cases, and the types of the values that they hold.
    var caseContents: [String: (keys: [KeyClaim], values: [KeyClaim])] = [:]
    /// The flags that a `switch` assigns to an enumeration's cases.
    var caseFlags: [String: SourceExpression] = [:]
    /// The types behind Go's named types: `string` for `type ObjectName string`.
    ///
    /// A name of several types has an empty text.
    var namedTypes: [String: String] = [:]
    /// The maximum number of classes, types and branches, which bounds memory; the rest is not kept, and this is reported.
    static let maximum = 200_000
    /// Adds the claims of another file.
    mutating func add(_ other: ScanClaims) {
        guard !isFull else { return }
        classes += other.classes
        types += other.types
        enumerations += other.enumerations
        if numberTables.count < 1_000 { numberTables += other.numberTables }
        if sentNames.count < 10_000 { sentNames += other.sentNames }
        loose += other.loose
        branches += other.branches
        if parts.count < 10_000 { parts += other.parts }
        if sentParts.count < 10_000 { sentParts.formUnion(other.sentParts) }
        if textObjects.count < 1_000 { textObjects += other.textObjects }
        if constructions.count < 50_000 { constructions += other.constructions }
        if constructed.count < 50_000 { constructed.formUnion(other.constructed) }
        if renamedKeys.count < 10_000 { renamedKeys += other.renamedKeys }
        if helpers.count < 10_000 { helpers += other.helpers }
        if calls.count < ScanClaims.maximum { calls += other.calls }
        if literals.count < ScanClaims.maximum { literals += other.literals }
        if results.count < 10_000 {
            results.merge(other.results) { one, two in one == two ? one : ResultClaim() }
        }
        if namedTypes.count < 10_000 { namedTypes.merge(other.namedTypes) { one, two in one == two ? one : "" } }
        cases.merge(other.cases) { first, _ in first }
        caseFlags.merge(other.caseFlags) { first, _ in first }
        caseContents.merge(other.caseContents) { first, _ in first }
    }

    var isFull: Bool { classes.count + types.count + branches.count > ScanClaims.maximum }
}
