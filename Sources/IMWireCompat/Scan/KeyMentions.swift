// SPDX-License-Identifier: Apache-2.0

/// The fields that an encoder writes under the keys of one object, and those that a decoder reads them into.
struct KeyMentions {
    private struct Mention {
        var place: Int
        var field: String
        var isWrite: Bool
    }

    private var mentions: [Mention] = []
    /// The keys that are written with other values too.
    private var others: Set<Int> = []
    /// The maximum number of mentions of an object's keys, of which each is compared with the others.
    private static let maximum = 256

    /// Adds a mention of the key at a place in the list of keys.
    mutating func add(_ key: KeyClaim, _ place: Int) {
        guard key.isRead != key.isWritten else { return }
        if key.isWritten, !key.isField { others.insert(place) }
        guard let field = key.fields.first, key.fields.count == 1, key.isField || key.isRead,
            mentions.count < KeyMentions.maximum
        else { return }
        mentions.append(Mention(place: place, field: field, isWrite: key.isWritten))
    }

    /// Returns the place of the key whose value is written under another key: a field is written under both, and is read
    /// from one of them, while the other one is read into a field of its own (CMP-032).
    func owner(ofValueAt place: Int) -> Int? {
        let written = fields(of: place, isWrite: true)
        guard let field = written.first, written.count == 1, !others.contains(place) else { return nil }
        let own = fields(of: place, isWrite: false)
        guard !own.isEmpty, !own.contains(field) else { return nil }
        return mentions.first { other in
            other.place != place && other.isWrite && other.field == field
                && fields(of: other.place, isWrite: false) == [field]
        }?.place
    }

    /// Returns the types of the fields that are written under a key, if these are several with different types; nil
    /// otherwise.
    func types(ofValuesAt place: Int, _ declared: [String: String]) -> [ManifestMember.MemberType]? {
        let written = fields(of: place, isWrite: true)
        guard written.count > 1, !others.contains(place) else { return nil }
        var types: [ManifestMember.MemberType] = []
        for field in written {
            guard let type = declared[field].flatMap(DeclaredTypes.scalar) else { return nil }
            if !types.contains(type) { types.append(type) }
        }
        return types.count > 1 ? types : nil
    }

    /// Returns the fields that are written under a key or that it is read into, each once.
    private func fields(of place: Int, isWrite: Bool) -> [String] {
        var fields: [String] = []
        for mention in mentions where mention.place == place && mention.isWrite == isWrite {
            if !fields.contains(mention.field) { fields.append(mention.field) }
        }
        return fields
    }
}
