// SPDX-License-Identifier: Apache-2.0

/// Why an entry of a baseline fails the run.
package enum BaselineFault: String, Hashable, Sendable, CaseIterable {
    /// Its last day is over.
    case expired
    /// What it accepts is not found any more, or is found otherwise.
    case stale
    /// It names what does not exist.
    case matchesNothing = "matches-nothing"
    /// What it accepts passes.
    case unexpectedPass = "unexpected-pass"
    /// Its pattern describes more than it may.
    case tooMany = "covers-too-many"

    /// What to do.
    package var advice: String {
        switch self {
        case .expired: "expired: correct the difference, or give the entry a new reason and day"
        case .stale: "stale: the finding is gone, so delete the entry"
        case .matchesNothing: "matches nothing: no such id, platform or type was checked; correct the entry"
        case .unexpectedPass: "passes unexpectedly: delete the entry"
        case .tooMany: "covers more than its \"most\": write an entry for each case, or raise the number"
        }
    }
}

/// Which entries of a baseline hold on a day, and which of them described something.
package struct BaselineUse {
    private let live: [Bool]
    private var used: Set<Int> = []

    /// Takes the last day of each entry, and the present day, `YYYY-MM-DD`.
    package init(expiring days: [String], on day: String) {
        live = days.map { $0 >= day }
    }

    /// Whether an entry holds.
    package func isLive(_ index: Int) -> Bool { live[index] }

    /// Notes that an entry has described something.
    package mutating func note(_ index: Int) { used.insert(index) }

    /// Why an entry fails the run, as far as its day and its use tell; nil if it does not.
    ///
    /// - Parameter exists: whether there is anything that the entry could describe.
    package func fault(_ index: Int, exists: @autoclosure () -> Bool) -> BaselineFault? {
        if !live[index] { return .expired }
        if used.contains(index) { return nil }
        return exists() ? .stale : .matchesNothing
    }
}

/// Days of the calendar as `YYYY-MM-DD`; such texts are ordered as the days are.
package enum BaselineDay {
    /// Whether a text is such a day.
    package static func isDay(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2d || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }
}
