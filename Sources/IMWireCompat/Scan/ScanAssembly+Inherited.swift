// SPDX-License-Identifier: Apache-2.0

import Schemas

/// The members that a class inherits from a message class of the vendor's SDK, which is not in the tree (CMP-090).
extension ScanAssembly {
    /// The vendor's base classes of contents in general, by the language that represents a side.
    private static let general: [SourceLanguage: Set<String>] = [
        .java: ["MessageContent", "MediaMessageContent"],
        .objc: ["RCMessageContent", "RCMediaMessageContent"],
    ]
    /// The methods of these classes that write and read the members that any content may have.
    private static let writers: Set<String> = ["getBaseJsonObject", "encodeBaseData"]
    private static let readers: Set<String> = ["parseBaseJsonObject", "decodeBaseData"]
    /// The members that these methods write and read.
    private static let base: Set<String> = ["extra", "user", "mentionedInfo", "isBurnAfterRead", "burnDuration"]
    /// The members that only newer releases of the SDKs write and read; the tree does not show which release it uses.
    private static let recent: Set<String> = ["isBurnAfterRead", "burnDuration", "audit"]
    /// The SDKs whose classes a source can extend, by the language that represents a side.
    private static let platforms: [SourceLanguage: Set<String>] = [.java: ["android", "serverJava"], .objc: ["ios"]]

    /// Returns the type that a class of the vendor's SDK for the language of a file represents.
    func vendorType(of className: String, _ file: Int) -> RegistryType? {
        // The classes of the vendor's wrapper have the same prefixed names on all platforms.
        if className.hasPrefix("RCIM") { return Registry.builtIn.types(ofClass: className).first }
        guard let platforms = ScanAssembly.platforms[files[file].language.family] else { return nil }
        return Registry.builtIn.type(ofVendorClass: className, on: platforms)
    }

    /// Adds the members of the vendor's class that a class extends, as far as its encoder and decoder call the base's
    /// or it has none of its own.
    mutating func addInherited(of index: Int, to type: inout ScannedType) {
        let family = files[claims.classes[index].file].language.family
        guard type.reflection == nil, ScanAssembly.platforms[family] != nil, let base = vendorBase(of: index) else {
            return
        }
        let members: [SchemaMember]
        let (isWritten, isRead): (Bool, Bool)
        if ScanAssembly.general[family]?.contains(base.name) == true {
            (isWritten, isRead) = (
                !base.calls.isDisjoint(with: ScanAssembly.writers), !base.calls.isDisjoint(with: ScanAssembly.readers)
            )
            members = Registry.builtIn.commonMembers.filter { ScanAssembly.base.contains($0.name) }
        } else if let known = vendorType(of: base.name, claims.classes[index].file) {
            (isWritten, isRead) = (base.use.encoder != .hides, base.use.decoder != .hides)
            members = known.members.filter { $0.deviation(.foreign) == nil }
        } else {
            return
        }
        guard isWritten || isRead else { return }
        let claim = claims.classes[index]
        let place = FactSource(file: files[claim.file].path, line: claim.line, certainty: .likely)
        var names: [String] = []
        for known in members where type.members.named(known.name) == nil {
            var place = place
            if ScanAssembly.recent.contains(known.name) { place.certainty = .guess }
            var member = ManifestMember(known.name, known.types, source: place)
            if isWritten != isRead { member.direction = isRead ? .read : .write }
            // The SDK for Android reads texts with `optString`.
            if family == .java, isRead, known.types == [.string] { member.reading = .loose }
            type.members.append(member)
            names.append(known.name)
        }
        if !names.isEmpty { type.note = "inherited from the SDK's \(base.name): \(names.joined(separator: ", "))" }
    }

    /// The nearest base class that is not in the tree, with what the classes on the way to it call.
    private struct VendorBase {
        var name: String
        var use: BaseUse
        var calls: Set<String>
    }

    private func vendorBase(of index: Int) -> VendorBase? {
        var next = index
        var visited: Set<Int> = []
        var use = BaseUse()
        var calls: Set<String> = []
        while visited.count < 8, visited.insert(next).inserted {
            let all = relatives(of: next).map { claims.classes[$0] }
            for claim in all { calls.formUnion(claim.calls) }
            // A class on the way that hides the base's methods does so for all classes below it.
            let own = all.reduce(into: BaseUse()) { $0.add($1.base) }
            if use.encoder != .hides { use.encoder = own.encoder ?? use.encoder }
            if use.decoder != .hides { use.decoder = own.decoder ?? use.decoder }
            let claim = claims.classes[next]
            let names = all.flatMap(\.heritage).prefix(64).filter { $0 != claim.name }
            if let name = names.first(where: { isVendor($0, claim.file) }) {
                return VendorBase(name: name, use: use, calls: calls)
            }
            let parents = names.compactMap { nearest($0, claim.file) }
            guard let parent = parents.first(where: { claims.classes[$0].keyword != "interface" }) else { return nil }
            next = parent
        }
        return nil
    }

    /// Returns whether a name is that of a message class of the SDK, which the tree extends at most by a category or
    /// declares in a header of the SDK.
    private func isVendor(_ name: String, _ file: Int) -> Bool {
        let family = files[file].language.family
        let isKnown =
            ScanAssembly.general[family]?.contains(name) == true
            || vendorType(of: name, file) != nil
        guard isKnown, let index = nearest(name, file) else { return isKnown }
        return !relatives(of: index).contains { relative in
            let claim = claims.classes[relative]
            return !claim.keys.isEmpty || claim.base.encoder != nil || claim.base.decoder != nil
                || (family != .objc && !claim.fields.isEmpty)
        }
    }
}
