// SPDX-License-Identifier: Apache-2.0

/// A side of an application: a family of languages, and a platform if the tree has several for that family.
struct ScanSide: Hashable, Comparable {
    var family: SourceLanguage
    var platform: ScanPlatform?

    static func < (one: ScanSide, other: ScanSide) -> Bool {
        (one.family.rawValue, one.platform?.rawValue ?? "") < (other.family.rawValue, other.platform?.rawValue ?? "")
    }
}

/// A file that was read, with the side of the application that it belongs to.
struct ScannedFile {
    let path: String
    let language: SourceLanguage
    /// Whether the file gives way to sources.
    let isSecondary: Bool
    /// Whether the file counts only if no source of its side declares a type.
    let isYielding: Bool
    /// Whether a tool made the file, or it is a copy of a library's release.
    var isOutput = false
    var platform: ScanPlatform?
    /// The package and the imported serializers of a Java or Kotlin file.
    var header = JavaHeader()

    var side: ScanSide { ScanSide(family: language.family, platform: platform) }
}

/// The assembly of claims into types: resolves constants, finds the class of each name, and merges repeated
/// declarations.
struct ScanAssembly {
    let claims: ScanClaims
    let constants: ConstantTable
    let files: [ScannedFile]
    /// The indices of the classes with each name.
    var classes: [String: [Int]] = [:]
    /// The names of the classes that others extend.
    let bases: Set<String>
    /// The indices of the enumerations with each name.
    var enumerations: [String: [Int]] = [:]
    var found: [ScannedType] = []
    var places: [TypeKey: Int] = [:]
    var unread: Set<UnreadPlace> = []
    var contradictions: [Contradiction] = []
    /// Whether the present pass reads the files that give way to sources, and not the sources.
    private var readsSecondary = false
    /// The types that sources declare, used while the files that give way to them are read.
    var declared: Set<TypeKey> = []
    /// The further declarations of names that are declared twice, differently.
    var repeated: [ScannedType] = []
    /// The enumerations that a member of a type uses.
    var usedEnumerations: Set<Int> = []
    /// The number of members listed so far, which bounds memory even if many types share one long list.
    var memberCount = 0
    static let maximumMembers = 500_000
    /// The members that all contents of a side have, according to its first base class.
    var common: [ScanSide: CommonMembers] = [:]
    /// The common objects that classes declare and no type has, by name.
    var looseObjects: [(side: ScanSide, object: ManifestObject)] = []
    /// The types that code sends under their names.
    var sent: Set<TypeKey> = []
    /// The types that converters of a bridge handle.
    var converted: Set<TypeKey> = []
    /// The functions that send messages for their callers, by name.
    var helpers: [String: [HelperClaim]] = [:]
    /// The names that only files giving way to sources declare.
    var onlySecondary: Set<String> = []
    /// The folders, by family, whose code passes its objects to a native side (CMP-006).
    let bridges: Set<BridgeFolder>
    /// The Android modules whose builds rename classes and fields.
    let modules: MinifiedModules

    /// A type with the places of its facts.
    struct ScannedType {
        var objectName: String
        var place: FactSource
        var file: Int
        var className: (name: String, place: FactSource)?
        var flags: ManifestFlags?
        var flagNumber: Int?
        var members: [ManifestMember] = []
        /// Whether the type comes from a message that is sent, which shows the members of one message only.
        var isSent = false
        /// Whether the tree sends and reads the type.
        var direction = ManifestMember.Direction.both
        /// Whether the code only compares the name with that of a message that it receives.
        var isReceived = false
        /// The place where the type's encoder obtains member names by reflection, so that they are unknown.
        var reflection: FactSource?
        /// Whether a typed decoder reads the type.
        var isTyped = false
        /// Whether the members are the properties of a wrapper's class, or those of objects that a converter passes to
        /// a bridge (CMP-066, CMP-091).
        var isBridge = false
        /// The members that a release build renames.
        var minified: ManifestType.Minified?
        /// Whether the members of the side's base class are added to the type's own.
        var hasCommonMembers = false
        /// Whether an encoder of the type's class returns JSON text.
        var isText = false
        /// Whether the class's encoder writes nothing, so that the content has no members.
        var isEmpty = false
        /// Whether the class keeps the whole object of a content, with members that it does not name.
        var keepsMembers = false
        /// Whether the code states no name, so that the name is that of the class.
        var isUnnamed = false
        /// A note for readers of the manifest.
        var note: String?
    }

    /// The name of a class on one side.
    private struct ClassKey: Hashable {
        let name: String
        let side: ScanSide

        init(_ name: String, _ side: ScanSide) { (self.name, self.side) = (name, side) }
    }

    init(
        claims: ScanClaims, constants: ConstantTable, files: [ScannedFile], bridges: Set<BridgeFolder>,
        modules: MinifiedModules
    ) {
        self.claims = claims
        bases = Set(claims.classes.lazy.compactMap(\.heritage.first))
        self.constants = constants
        self.files = files
        self.bridges = bridges
        self.modules = modules
        for (index, item) in claims.enumerations.enumerated() where item.wireName == nil {
            enumerations[item.className, default: []].append(index)
        }
        helpers = Dictionary(grouping: claims.helpers, by: \.function)
        for (index, item) in claims.classes.enumerated() { classes[item.name, default: []].append(index) }
    }

    mutating func run() -> ScanResult {
        // Documentation, examples and bundles give way to sources, and most of them count only if there are no sources.
        let files = files
        pass()
        declared = Set(places.keys)
        // A guess is no evidence that the sources declare their types.
        let declaring = Set(found.filter { $0.place.certainty != .guess }.map { files[$0.file].side })
        let sources = found.count
        readsSecondary = true
        pass()
        let isLeft = { (type: ScannedType) in files[type.file].isYielding && declaring.contains(files[type.file].side) }
        onlySecondary = Set(found[sources...].filter(isLeft).map(\.objectName))
        found.replaceSubrange(sources..., with: found[sources...].filter { !isLeft($0) })
        addConstructed()
        renameKeys()
        addParts()
        setNativeTypes()
        findDirections()
        recordUnplaced()
        if claims.isFull {
            let reason = "more than \(ScanClaims.maximum) classes and registrations; the rest were not kept"
            unread.insert(UnreadPlace(file: ".", line: 0, reason: reason))
        }
        findObjects()
        findEnumerations()
        return result()
    }

    /// Returns whether the present pass reads the claims of a file.
    func isRead(_ file: Int) -> Bool { files[file].isSecondary == readsSecondary }

    /// Assembles the claims of the files that the pass reads.
    private mutating func pass() {
        for index in claims.classes.indices where isRead(claims.classes[index].file) { type(of: index) }
        for definition in claims.loose where isRead(definition.name.file) {
            loose(definition.name, definition.className)
        }
        let types = claims.types.filter { isRead($0.objectName.file) }
        for claim in types where claim.kind == .registration || claim.kind == .table { type(of: claim) }
        for claim in types where claim.kind == .naming && isShown(claim) { naming(claim) }
        for claim in types where claim.kind == .sent && !claim.isBare { type(of: claim) }
        for claim in types where claim.kind == .flags { flagged(claim) }
        addBranches()
        for claim in claims.sentNames where isRead(claim.objectName.file) { checkSentName(claim) }
        for expression in constants.objectNames where isRead(expression.file) { listed(expression) }
        for call in claims.calls where isRead(call.objectName.file) { helped(call) }
        bare(types.filter(\.isBare))
        received(types.filter { $0.kind == .received })
        let named = Set(found.compactMap { type in type.className.map { ClassKey($0.name, files[type.file].side) } })
        for (index, claim) in claims.classes.enumerated() where isRead(claim.file) {
            if !named.contains(ClassKey(claim.name, files[claim.file].side)) { guess(index) }
        }
        addUnnamed()
    }
}
