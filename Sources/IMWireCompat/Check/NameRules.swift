// SPDX-License-Identifier: Apache-2.0

/// The rules for names of types: CMP-022 to CMP-025.
enum NameRules {
    /// The limit of the service (CNT-002).
    static let longest = 32
    /// The limit of the strictest tool (DEV-38).
    static let shortLimit = 16

    static func check(_ subject: Subject) -> [CompatDifference] {
        var findings: [CompatDifference] = []
        for type in subject.manifest.types {
            findings += self.type(type, subject)
            findings += type.aliases.map { alias in
                subject.finding(
                    .nameAlias, .losesData, FindingPlace(alias.objectName),
                    "\(alias.objectName) is used beside \(type.objectName)",
                    "only \(type.objectName) is known",
                    "Send \(type.objectName), and read \(alias.objectName) if it has been sent.",
                    source: alias.source)
            }
        }
        return findings + limit(subject) + missing(subject)
    }

    private static func type(_ type: ManifestType, _ subject: Subject) -> [CompatDifference] {
        let name = type.objectName
        let place = FindingPlace(name)
        func finding(
            _ kind: FindingKind, _ severity: FindingSeverity, _ left: String, _ right: String, _ advice: String,
            _ deviation: String? = nil
        ) -> CompatDifference {
            subject.finding(kind, severity, place, left, right, advice, deviation: deviation, source: type.source)
        }
        if name.isEmpty {
            // A table only pairs a class with the name, so that nothing shows that such a message is sent.
            let isSent = (type.source?.certainty ?? .sure) == .sure
            return [
                finding(
                    .nameEmpty, isSent ? .losesData : .tolerated, "\(type.className ?? "a class") has an empty name",
                    "a name has 1 to 32 characters",
                    "Do not send the type. RC:UnknownMsg is the placeholder for messages that cannot be read.")
            ]
        }
        var findings: [CompatDifference] = []
        let twins = subject.registry.names.filter { NearName.differInCase($0, name) }
        let isKnown = subject.registry.contains(name)
        if let twin = twins.first {
            findings.append(
                isKnown
                    ? finding(
                        .nameCase, .cosmetic, name, "\(twin) is another type",
                        "Compare names byte for byte: the two types have different members.")
                    : finding(.nameCase, .losesData, name, twin, "Write \(twin): names are compared byte for byte."))
        } else if let other = DeviationTable.names.first(where: { $0.from == name }) {
            // A constant may only serve to compare names.
            findings.append(
                finding(
                    .nameAlias, type.isOnlyNamed ? .tolerated : .losesData, name, other.to,
                    "Send \(other.to): no receiver knows \(name)."))
        } else if !isKnown && name.utf8.starts(with: "RC:".utf8) {
            findings.append(
                finding(
                    .nameReserved, .tolerated, "the name starts with RC:",
                    "names with RC: are reserved for the service",
                    "Use a prefix of the application, and still read the old name."))
        }
        if name.count > longest {
            findings.append(
                finding(
                    .nameLong, .losesData, "the name has more than \(longest) characters",
                    "a name has at most \(longest) characters",
                    "Shorten the name: the service rejects it.", "DEV-112"))
        } else if name.count > shortLimit {
            findings.append(
                finding(
                    .nameLong, .cosmetic, "the name has more than \(shortLimit) characters",
                    "the service accepts \(longest), and the vendor's message generator \(shortLimit)",
                    "No change is needed, unless classes are generated with that tool.", "DEV-38"))
        }
        return findings
    }

    private static func limit(_ subject: Subject) -> [CompatDifference] {
        guard let limit = subject.manifest.objectNameLimit, limit.value != longest else { return [] }
        return [
            subject.finding(
                .nameLimit, limit.value < longest ? .losesData : .tolerated, FindingPlace("", "objectName"),
                "a name has at most \(limit.value) characters", "a name has at most \(longest) characters",
                "Allow exactly \(longest) characters.",
                source: limit.source)
        ]
    }

    /// Returns findings for built-in types that a platform lacks, or none if it declares no built-in type at all.
    private static func missing(_ subject: Subject) -> [CompatDifference] {
        let names = Set(subject.manifest.types.map(\.objectName))
        guard subject.registry.names.contains(where: names.contains) else { return [] }
        return subject.registry.types.filter { !names.contains($0.objectName) && !$0.isOpaque }.map { type in
            let isShown = type.category == .content || type.category == .notification
            // A manifest need not be complete, so a missing type is only a hint (CMP-001).
            return subject.finding(
                .nameMissing, .cosmetic, FindingPlace(type.objectName), "the type is not declared",
                isShown ? "the registry has the type, which users see" : "the registry has the type",
                isShown
                    ? "Show such messages as ones that this version cannot display, and keep their bytes."
                    : "No change is needed, unless the platform uses the type; skip unknown types.")
        }
    }
}
