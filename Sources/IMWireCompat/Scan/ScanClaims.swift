// SPDX-License-Identifier: Apache-2.0

/// What a recogniser says of a member, before constants are known.
struct KeyClaim: Sendable {
    var name: SourceExpression
    var isRead = false
    var isWritten = false
    var certainty = FactSource.Certainty.sure
    /// The platform's word for its type.
    var declaredType: String?
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
    /// Some fields say their JSON name themselves.
    var isAnnotated = false
    /// The keys of a type inside that does the writing (Swift's CodingKeys, a nested payload).
    var innerKeys: [KeyClaim] = []
}

/// A place outside of a class that names a type: a registration, a table, a message that is sent.
struct TypeClaim: Sendable {
    enum Kind: Sendable { case registration, table, sent }

    var kind: Kind
    var objectName: SourceExpression
    var className: SourceExpression?
    var flags: FlagClaim?
    var keys: [KeyClaim] = []
    /// A class whose fields are its members.
    var payload: String?
}

/// The numbers of an enumeration of conversation types.
struct EnumerationClaim: Sendable {
    var className: String
    var line: Int
    var file: Int
    var values: [(name: String, number: Int, line: Int)] = []
    var isIndexed = false
}

/// Everything that the recognisers found, and what they could not read.
struct ScanClaims: Sendable {
    var classes: [ClassClaim] = []
    var types: [TypeClaim] = []
    var enumerations: [EnumerationClaim] = []
    /// Names of types that are defined beside a class (`#define …TypeIdentifier`).
    var loose: [(name: SourceExpression, className: String)] = []
    /// Memory is bounded: what goes past this is not kept, and said.
    static let maximum = 200_000
    /// Takes what another file says.
    mutating func add(_ other: ScanClaims) {
        guard !isFull else { return }
        classes += other.classes
        types += other.types
        enumerations += other.enumerations
        loose += other.loose
    }

    var isFull: Bool { classes.count + types.count > ScanClaims.maximum }
}
