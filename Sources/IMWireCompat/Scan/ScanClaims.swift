// SPDX-License-Identifier: Apache-2.0

/// What a recogniser says of a member, before constants are known.
struct KeyClaim: Sendable {
    var name: SourceExpression
    var isRead = false
    var isWritten = false
    var certainty = FactSource.Certainty.sure
    /// The platform's word for its type.
    var declaredType: String?
    /// The kinds of value that the code around it shows, where no declaration does.
    var kinds: [ManifestMember.MemberType] = []
    /// Words of the value that is written, or of the variable that is read into: fields, whose types are the member's.
    var fields: [String] = []
    /// The members of the object in it, where the code lists them.
    var members: [KeyClaim] = []
    /// Whether a reader fails without it; nil where the code does not show that.
    var isRequired: Bool?
    /// What is written where there is no value.
    var absent: ManifestMember.Absent?
    /// Values that are left out although they are there.
    var omits: [ManifestMember.Omission] = []
    /// The value that is written where nothing was set, as JSON text.
    var defaultValue: String?
    /// Other names that are read as it.
    var aliases: [String] = []

    /// Adds what another mention of the same key says.
    mutating func add(_ other: KeyClaim) {
        isRead = isRead || other.isRead
        isWritten = isWritten || other.isWritten
        declaredType = declaredType ?? other.declaredType
        if kinds.isEmpty { kinds = other.kinds }
        fields += other.fields
        if members.isEmpty { members = other.members }
        // A reader that tests for a member before it reads it does without it.
        isRequired = isRequired == false ? false : other.isRequired ?? isRequired
        absent = absent ?? other.absent
        omits += other.omits.filter { !omits.contains($0) }
        defaultValue = defaultValue ?? other.defaultValue
        aliases += other.aliases.filter { !aliases.contains($0) }
    }
}

/// What a recogniser says of flags.
enum FlagClaim: Sendable {
    /// A number, or words that stand for one.
    case value(SourceExpression)
    /// Switches of their own; what is not said is nil.
    case switches(persisted: SourceExpression?, counted: SourceExpression?, status: SourceExpression?)

    /// The same, as the claim of another line: where a variable is used that holds it.
    func moved(to line: Int) -> FlagClaim {
        func moved(_ expression: SourceExpression?) -> SourceExpression? {
            var expression = expression
            expression?.line = line
            return expression
        }
        switch self {
        case .value(let value): return .value(moved(value) ?? value)
        case .switches(let persisted, let counted, let status):
            return .switches(persisted: moved(persisted), counted: moved(counted), status: moved(status))
        }
    }

    /// The place that shows it.
    var place: SourceExpression? {
        switch self {
        case .value(let value): value
        case .switches(let persisted, let counted, let status): persisted ?? counted ?? status
        }
    }
}

/// A class with what its source says of it.
struct ClassClaim: Sendable {
    var name: String
    var file: Int
    var line: Int
    var heritage: [String] = []
    /// How its objectName is given, the best place first.
    var objectName: SourceExpression?
    /// How good that place is: an annotation, then `getObjectName`, then fields and methods that can mean other things.
    var rank = 0
    /// Whether a text that looks like no objectName is none after all.
    var mustLookRight = false
    var flags: FlagClaim?
    /// Keys of JSON that its methods read and write.
    var keys: [KeyClaim] = []
    /// Its fields, as a serialiser would take them.
    var fields: [KeyClaim] = []
    /// Fields that a serialiser passes over, for the types of the keys that hold their values.
    var hidden: [KeyClaim] = []
    /// Some fields say their JSON name themselves.
    var isAnnotated = false
    /// The keys of a type inside that does the writing (Swift's CodingKeys, a nested payload).
    var innerKeys: [KeyClaim] = []
    /// The class that a serialiser writes and reads in place of this one.
    var payload: String?
    /// Whether a typed decoder reads it, which refuses a value of another type (CMP-045).
    var isTyped = false
    /// The field whose value a serialiser writes in place of the object itself.
    var payloadField: String?
    /// Whether it has an encoder of its own.
    var isEncoder = false
    /// Where its encoder asks the language for the names of members, so that nobody can know them (CMP-063).
    var reflection: SourceExpression?
    /// The rule by which its encoder makes names of all properties, where it sets one.
    var naming: NamingRule?
    /// Names that a mapping gives to fields.
    var renames: [String: String] = [:]
    /// Keys that methods other than the encoder and the decoder write and read, by method: what subclasses share.
    var shared: [String: [KeyClaim]] = [:]
    /// The methods that the encoder and the decoder call.
    var calls: Set<String> = []
    /// What its messages are for, where a base class says so.
    var category: ManifestType.Category?
    /// The word that declares it: `class`, `struct`, `enum`.
    var keyword = ""
}

/// A place outside of a class that names a type: a registration, a table, a message that is sent.
struct TypeClaim: Sendable {
    enum Kind: Sendable { case registration, table, sent, naming, flags }

    var kind: Kind
    var objectName: SourceExpression
    var className: SourceExpression?
    var flags: FlagClaim?
    var keys: [KeyClaim] = []
    /// A class whose fields are its members.
    var payload: String?
    /// Words beside the name, of which the first that is a class in the tree stands for it; `.case` is an enumeration's.
    var candidates: [String] = []
    /// Whether the name counts without a class: the place is a list of objectNames.
    var isList = false
}

/// The values of an enumeration.
struct EnumerationClaim: Sendable {
    var className: String
    var line: Int
    var file: Int
    var values: [(name: String, number: Int, line: Int)] = []
    /// Texts on the wire, where the values are not numbers.
    var texts: [(name: String, text: String, line: Int)] = []
    var isIndexed = false
    /// Whether it is one of the conversation types; any other counts where a member has it.
    var isConversationType = true
    /// Whether its values are the flags of types.
    var isPersistence = false
}

/// Everything that the recognisers found, and what they could not read.
struct ScanClaims: Sendable {
    var classes: [ClassClaim] = []
    var types: [TypeClaim] = []
    var enumerations: [EnumerationClaim] = []
    /// Names of types that are defined beside a class (`#define …TypeIdentifier`).
    var loose: [(name: SourceExpression, className: String)] = []
    /// The types of the values of an enumeration's cases: Swift's `case gift(Gift)`.
    var cases: [String: String] = [:]
    /// What a `switch` writes for an enumeration's cases, and the types of the values that they hold.
    var caseContents: [String: (keys: [KeyClaim], values: [KeyClaim])] = [:]
    /// The flags that a `switch` gives to an enumeration's cases.
    var caseFlags: [String: SourceExpression] = [:]
    /// Memory is bounded: what goes past this is not kept, and said.
    static let maximum = 200_000
    /// Takes what another file says.
    mutating func add(_ other: ScanClaims) {
        guard !isFull else { return }
        classes += other.classes
        types += other.types
        enumerations += other.enumerations
        loose += other.loose
        cases.merge(other.cases) { first, _ in first }
        caseFlags.merge(other.caseFlags) { first, _ in first }
        caseContents.merge(other.caseContents) { first, _ in first }
    }

    var isFull: Bool { classes.count + types.count > ScanClaims.maximum }
}
