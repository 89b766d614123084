// SPDX-License-Identifier: Apache-2.0

/// The reason why a baseline entry fails the run.
package enum BaselineFault: String, Hashable, Sendable, CaseIterable {
    /// The expiry date of the entry has passed.
    case expired
    /// The accepted finding no longer occurs, or has changed.
    case stale
    /// The entry names something that does not exist.
    case matchesNothing = "matches-nothing"
    /// The accepted failure passes.
    case unexpectedPass = "unexpected-pass"
    /// The pattern matches more findings than the entry allows.
    case tooMany = "covers-too-many"

    /// The message that names the fault and the correction to make.
    package var advice: String {
        switch self {
        case .expired: "expired: correct the difference, or give the entry a new reason and date"
        case .stale: "stale: the finding is gone, so delete the entry"
        case .matchesNothing: "matches nothing: no such id, platform or type was checked; correct the entry"
        case .unexpectedPass: "passes unexpectedly: delete the entry"
        case .tooMany: "covers more than its \"most\": write an entry for each case, or raise the number"
        }
    }
}

/// A record of which baseline entries are valid on a given day and which of them have matched.
package struct BaselineUse {
    private let live: [Bool]
    private var used: Set<Int> = []

    /// Creates a record from the expiry date of each entry and the current date, both as `YYYY-MM-DD`.
    package init(expiring days: [String], on day: String) {
        live = days.map { $0 >= day }
    }

    /// Returns whether the entry at `index` has not expired.
    package func isLive(_ index: Int) -> Bool { live[index] }

    /// Records that the entry at `index` has matched.
    package mutating func recordMatch(_ index: Int) { used.insert(index) }

    /// Returns the fault that follows from an entry's expiry date and use, or nil if there is none.
    ///
    /// - Parameter exists: whether anything exists that the entry could match.
    package func fault(_ index: Int, exists: @autoclosure () -> Bool) -> BaselineFault? {
        if !live[index] { return .expired }
        if used.contains(index) { return nil }
        return exists() ? .stale : .matchesNothing
    }
}

/// Calendar dates as `YYYY-MM-DD`, whose text order is chronological.
package enum BaselineDay {
    /// Returns whether `text` is a valid date.
    package static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }
}
