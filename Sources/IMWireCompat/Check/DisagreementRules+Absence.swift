// SPDX-License-Identifier: Apache-2.0

/// The rules for types and members that only some of the platforms declare: CMP-022 and CMP-030.
extension DisagreementRules {
    /// Creates a difference between the platforms that lack something and those that have it.
    func finding(
        _ kind: FindingKind, _ severity: FindingSeverity, _ place: FindingPlace, _ lack: [String],
        _ have: [String], _ left: String, _ right: String, _ advice: String, certainty: FactSource.Certainty,
        source: FactSource? = nil, otherSource: CompatDifference.OtherSource? = nil
    ) -> CompatDifference {
        CompatDifference(
            kind: kind, severity: severity, certainty: certainty, platforms: lack.sorted(), against: have.sorted(),
            place: place, left: left, right: right, advice: advice, source: source, otherSource: otherSource)
    }

    // MARK: Types

    /// Returns the differences for a type that some platforms do not declare, one for each severity and certainty.
    func missing(_ name: String) -> [CompatDifference] {
        let declared = declarations(name)
        let have = declared.map(\.manifest.platform)
        let lack = manifests.filter { !have.contains($0.platform) && belongs($0.platform, name) }
        let certainty = FactSource.Certainty.strongest(declared.map { $0.type.source?.certainty ?? .sure })
        var groups: [Expectation: [String]] = [:]
        for manifest in lack {
            let isElsewhere = !registry.contains(name) && declaresFew(manifest.platform, of: name)
            let expectation = Expectation(
                severity: isElsewhere ? .cosmetic : expected(name, of: manifest, declared.map(\.type)),
                certainty: isElsewhere ? .guess : certainty, isElsewhere: isElsewhere)
            groups[expectation, default: []].append(manifest.platform)
        }
        let source = declared.first.flatMap { manifest, type in
            type.source.map { CompatDifference.OtherSource(platform: manifest.platform, source: $0) }
        }
        return groups.map { expectation, platforms in
            finding(
                .nameMissing, expectation.severity, FindingPlace(name), platforms, have, "the type is not declared",
                "the type is declared", advice(expectation, name), certainty: expectation.certainty,
                otherSource: source)
        }
    }

    private struct Expectation: Hashable {
        var severity: FindingSeverity
        var certainty: FactSource.Certainty
        /// Whether a library outside of the tree may declare the type.
        var isElsewhere: Bool
    }

    private func advice(_ expectation: Expectation, _ name: String) -> String {
        if expectation.isElsewhere {
            return "Check whether a library that is not in the tree declares the type; register it otherwise."
        }
        if expectation.severity == .cosmetic {
            return "No change is needed, unless the platform sends or shows the type."
        }
        return !registry.contains(name)
            ? "Register the type there too, or show its messages as ones that this version cannot display."
            : "Show such messages as ones that this version cannot display, and keep their bytes."
    }

    /// Returns the severity of a type that a platform lacks: nothing is lost if the platform neither sends the type nor
    /// would show it.
    private func expected(_ name: String, of manifest: Manifest, _ types: [ManifestType]) -> FindingSeverity {
        // A type that nobody encodes stays on the device.
        if types.allSatisfy({ $0.direction == .none }) { return .cosmetic }
        // A server sends any content under any name, and shows none.
        if manifest.isServer { return .cosmetic }
        // The others have a constant with the name and nothing that reads or writes the type.
        if types.allSatisfy({ $0.className == nil && $0.members == nil && $0.flags.isEmpty })
            && registry.contains(name)
        {
            return .cosmetic
        }
        // The native side of a wrapper answers signals itself and reports the result in another form.
        if manifest.isWrapper, let known = registry[name], known.isHandledBySDK { return .cosmetic }
        return .tolerated
    }

    /// Returns whether a platform declares less than a quarter of the types with a name's prefix that another platform
    /// declares, which suggests that a library outside of the tree declares the others.
    private func declaresFew(_ platform: String, of name: String) -> Bool {
        let prefix = DisagreementRules.prefix(name)
        let mine = count(of: prefix, on: platform)
        guard mine > 0 else { return false }
        return manifests.contains { count(of: prefix, on: $0.platform) > 4 * mine }
    }

    // MARK: Members

    /// Returns the differences for a member that some platforms do not list: those that only write the type, or keep
    /// whole contents, lose nothing that is not required and are apart from the others.
    func absences(_ place: FindingPlace, _ member: String, _ have: [Listing], _ lack: [Listing]) -> [CompatDifference] {
        let isRequired = have.contains { listing in
            listing.members.named(member).map { $0.isRequired == true && $0.direction != .write } ?? false
        }
        let known = place.member.isEmpty ? registry[place.objectName]?.members.named(member) : nil
        if isRequired || known?.isRequired == true {
            return [absence(place, member, have, lack, isRequired: isRequired)]
        }
        return [lack.filter { !$0.losesNothing }, lack.filter(\.losesNothing)].filter { !$0.isEmpty }.map {
            absence(place, member, have, $0, isRequired: false, isOpen: $0.allSatisfy(\.losesNothing))
        }
    }

    private func absence(
        _ place: FindingPlace, _ member: String, _ have: [Listing], _ lack: [Listing], isRequired: Bool,
        isOpen: Bool = false
    ) -> CompatDifference {
        let isWritten = have.contains { $0.members.named(member).map { $0.direction != .read } ?? false }
        // A value that no side writes is not lost; a sample does not show what else may be sent.
        let isOpen = isOpen || lack.allSatisfy(\.isSample) || !isWritten
        let isLess = !isRequired && (isOpen || isOptional(member, of: place) || isOfDevice(member, of: place))
        let first = have.first
        let source = first?.members.named(member)?.source ?? first?.source
        let declared = have.map { FactSource.Certainty.weakest([$0.source, $0.members.named(member)?.source]) }
        let certainty: FactSource.Certainty = min(
            FactSource.Certainty.strongest(declared), FactSource.Certainty.strongest(lack.map(\.certainty)))
        return finding(
            .memberMissing, isRequired ? .losesData : isLess ? .cosmetic : .tolerated, place.inner(member),
            lack.map(\.platform), have.map(\.platform),
            lack.allSatisfy { $0.unused.contains(member) }
                ? "the member is declared but never used" : "the member is not declared",
            isRequired ? "the member is required" : isWritten ? "the member is declared" : "the member is only read",
            isRequired
                ? "Write the member there too: the other platforms require it."
                : isLess
                    ? "No change is needed, unless the member is sent for this type."
                    : "Read the member there too, or keep it when a message is forwarded.",
            certainty: certainty, source: lack.first?.source,
            otherSource: source.flatMap { source in
                first.map { CompatDifference.OtherSource(platform: $0.platform, source: source) }
            })
    }

    /// Returns whether a member concerns the sender's device alone, by the registry or by its name (CMP-153).
    private func isOfDevice(_ member: String, of place: FindingPlace) -> Bool {
        guard place.member.isEmpty else { return false }
        let plain = member.lowercased()
        let isNamed =
            ["thumburi", "thumbpath", "mbase64", "mimguri", "filepath"].contains(plain)
            || ["localpath", "localuri", "localurl"].contains { plain.hasPrefix($0) || plain.hasSuffix($0) }
        guard let known = registry[place.objectName] else { return isNamed }
        guard let own = known.members.named(member) else {
            return isNamed || known.foreign.contains { $0.name.utf8.elementsEqual(member.utf8) }
        }
        return own.deviation(.foreign) != nil
    }

    /// Returns whether a member is one that any content may have and that senders do not set for a type of this kind:
    /// the service reads `audit`, only contents mention users, burn and carry `extra`, and signals have no sender.
    private func isOptional(_ member: String, of place: FindingPlace) -> Bool {
        guard place.member.isEmpty else { return false }
        switch member {
        case "audit": return true
        case "mentionedInfo", "extra", "isBurnAfterRead", "burnDuration": return !isContent(place.objectName)
        case "user": return registry[place.objectName].map { $0.category == .signal || $0.category == .status } ?? false
        default: return false
        }
    }

    /// Returns whether users send messages of a type: by its category, or by its flags, which count only contents.
    private func isContent(_ name: String) -> Bool {
        if let known = registry[name] { return known.category == .content }
        let types = declarations(name)
        if let category = types.lazy.compactMap(\.type.category).first { return category == .content }
        let bits = types.flatMap { manifest, type in type.flags.compactMap { FlagRules.bits($0, manifest) } }
        return bits.isEmpty || bits.contains { $0 & 2 != 0 }
    }
}

extension RegistryType {
    /// Whether the SDK itself reads and answers the type, so that an application never receives it.
    ///
    /// A change of a chat room's attributes has the category of a signal and is delivered to the application.
    var isHandledBySDK: Bool {
        (category == .signal || category == .status) && objectName != "RC:chrmKVNotiMsg"
    }
}

extension Manifest {
    /// Whether the platform is a server, whose name begins with `server` unless the project names it otherwise.
    var isServer: Bool { platform.lowercased().hasPrefix("server") }

    /// Returns whether the platform writes a type and never reads it.
    func onlyWrites(_ type: ManifestType) -> Bool { isServer || type.direction == .write }

    /// Whether the platform calls a native SDK: its names are those of a bridge, or its sources are in Dart.
    var isWrapper: Bool {
        shape == .bridge || types.contains { $0.shape == .bridge }
            || (!types.isEmpty && types.allSatisfy { $0.source?.file.hasSuffix(".dart") ?? false })
    }
}
