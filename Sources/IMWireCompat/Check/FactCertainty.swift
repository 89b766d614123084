// SPDX-License-Identifier: Apache-2.0

/// The certainty of what follows from several facts (CMP-120).
extension FactSource.Certainty: Comparable {
    /// Orders certainties from a guess to what was read as it stands.
    package static func < (one: FactSource.Certainty, other: FactSource.Certainty) -> Bool {
        one.rank < other.rank
    }

    private var rank: Int {
        switch self {
        case .guess: 0
        case .likely: 1
        case .sure: 2
        }
    }

    /// Returns the certainty of a conclusion from all of the given facts; a fact without a place counts as sure.
    static func weakest(_ sources: [FactSource?]) -> FactSource.Certainty {
        sources.compactMap { $0?.certainty }.min() ?? .sure
    }

    /// Returns the certainty of a claim that any one of the given facts proves.
    static func strongest(_ certainties: [FactSource.Certainty]) -> FactSource.Certainty {
        certainties.max() ?? .sure
    }
}

extension FindingSeverity {
    /// Returns the severity in words, which state whether the facts are certain.
    package func words(_ certainty: FactSource.Certainty) -> String {
        switch certainty {
        case .sure: words
        case .likely: "\(words) (likely)"
        case .guess: self == .losesData ? "may lose data (guess)" : "\(words) (guess)"
        }
    }
}

extension ManifestType {
    /// The certainty that the list of members was read of the class that represents the type.
    ///
    /// One member that was read with certainty shows that the list is that of the encoder or decoder.
    var listCertainty: FactSource.Certainty {
        let place = source?.certainty ?? .sure
        guard let members, !members.isEmpty else { return place }
        return min(place, .strongest(members.map { $0.source?.certainty ?? .sure }))
    }

    /// Whether the type is a name that was found without a class, flags, members or a place that sends it (CMP-132).
    var isOnlyNamed: Bool {
        guard let certainty = source?.certainty, certainty != .sure else { return false }
        return className == nil && members == nil && flags.isEmpty && direction != .write
    }

    /// Whether the members are those of a value that is sent somewhere, and no class declares them.
    ///
    /// Such a list shows one message, and not what the type may have.
    var isSample: Bool {
        className == nil && (source?.certainty ?? .sure) != .sure && members != nil
    }
}
