// SPDX-License-Identifier: Apache-2.0

/// A side of an application: its languages, and its platform where the tree has several for them.
struct ScanSide: Hashable, Comparable {
    var family: SourceLanguage
    var platform: ScanPlatform?

    static func < (one: ScanSide, other: ScanSide) -> Bool {
        (one.family.rawValue, one.platform?.rawValue ?? "") < (other.family.rawValue, other.platform?.rawValue ?? "")
    }
}

/// Puts claims together: looks constants up, finds the class behind a name, merges what is said twice.
struct ScanAssembly {
    let claims: ScanClaims
    let constants: ConstantTable
    let paths: [String]
    let languages: [SourceLanguage]
    /// The side of the application that each file belongs to.
    let sides: [ScanSide]
    /// Which files give way to the others.
    let secondary: [Bool]
    /// Which of them count only where no source declares a type.
    let yielding: [Bool]
    /// Where each class is, by name.
    var classes: [String: [Int]] = [:]
    /// Where each enumeration is, by name.
    var enumerations: [String: [Int]] = [:]
    var found: [ScannedType] = []
    var places: [TypeKey: Int] = [:]
    var unread: Set<UnreadPlace> = []
    var contradictions: [Contradiction] = []
    /// The types that sources declare, while files that give way to them are read.
    var declared: Set<TypeKey> = []
    /// Further declarations of names that are declared twice, and not alike.
    var repeated: [ScannedType] = []
    /// The enumerations that a member of a type has.
    var usedEnumerations: Set<Int> = []
    /// How many members have been listed: memory is bounded although many types may share one long list.
    var memberCount = 0
    static let maximumMembers = 500_000
    /// What all contents of a side have, as the first base class shows it.
    var common: [ScanSide: CommonMembers] = [:]
    /// Names that only files declare which give way to sources.
    var onlySecondary: Set<String> = []
    /// The folders, by family, whose code hands its objects to a native side (CMP-006).
    let bridges: Set<BridgeFolder>

    /// A type with all places.
    struct ScannedType {
        var objectName: String
        var place: FactSource
        var file: Int
        var className: (name: String, place: FactSource)?
        var flags: ManifestFlags?
        var flagNumber: Int?
        var members: [ManifestMember] = []
        /// Something that is sent shows the members of one message only.
        var isSent = false
        /// Where its encoder asks for the names of members, so that they are unknown.
        var reflection: FactSource?
        /// Whether a typed decoder reads it.
        var isTyped = false
        /// Whether the members of its family's base class are added to its own.
        var hasCommonMembers = false
    }

    init(
        claims: ScanClaims, constants: ConstantTable, paths: [String], languages: [SourceLanguage], sides: [ScanSide],
        secondary: [Bool], yielding: [Bool], bridges: Set<BridgeFolder>
    ) {
        self.sides = sides
        self.yielding = yielding
        self.bridges = bridges
        self.secondary = secondary
        self.claims = claims
        self.constants = constants
        self.paths = paths
        self.languages = languages
        for (index, item) in claims.enumerations.enumerated() {
            enumerations[item.className, default: []].append(index)
        }
        for (index, item) in claims.classes.enumerated() { classes[item.name, default: []].append(index) }
    }

    mutating func run() -> ScanResult {
        // Documentation, examples and bundles give way to sources; most of them count only where there are no others.
        let (secondary, yielding, sides) = (secondary, yielding, sides)
        pass { !secondary[$0] }
        declared = Set(places.keys)
        let declaring = Set(declared.map(\.side))
        let sources = found.count
        pass { secondary[$0] }
        let isLeft = { (type: ScannedType) in yielding[type.file] && declaring.contains(sides[type.file]) }
        onlySecondary = Set(found[sources...].filter(isLeft).map(\.objectName))
        found.replaceSubrange(sources..., with: found[sources...].filter { !isLeft($0) })
        if claims.isFull {
            let reason = "more than \(ScanClaims.maximum) classes and registrations; the rest were not kept"
            unread.insert(UnreadPlace(file: ".", line: 0, reason: reason))
        }
        return result()
    }

    /// Puts together what the files say that `isRead` picks.
    mutating func pass(_ isRead: (Int) -> Bool) {
        for index in claims.classes.indices where isRead(claims.classes[index].file) { type(of: index) }
        for definition in claims.loose where isRead(definition.name.file) {
            loose(definition.name, definition.className)
        }
        let types = claims.types.filter { isRead($0.objectName.file) }
        for claim in types where claim.kind == .registration || claim.kind == .table { type(of: claim) }
        for claim in types where claim.kind == .naming { naming(claim) }
        for claim in types where claim.kind == .sent { type(of: claim) }
        for claim in types where claim.kind == .flags { flagged(claim) }
        for expression in constants.objectNames where isRead(expression.file) { listed(expression) }
    }
}
