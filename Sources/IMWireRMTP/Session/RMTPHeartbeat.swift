// SPDX-License-Identifier: Apache-2.0

/// When a client asks whether the service is still there, and how long it waits for the answer (RMTP-140).
public struct RMTPHeartbeat: Hashable, Sendable {
    /// When the first PINGREQ goes out.
    @nonexhaustive
    public enum First: Hashable, Sendable {
        /// With the CONNACK; its answer is awaited for so many milliseconds.
        case atOnce(patience: Int64)
        /// After the first interval.
        case afterInterval
    }

    /// How long an answer is awaited.
    @nonexhaustive
    public enum Patience: Hashable, Sendable {
        /// So many milliseconds.
        case fixed(Int64)
        /// Three times what connecting took, within these milliseconds.
        case connecting(least: Int64, most: Int64)
    }

    /// Milliseconds from one PINGREQ to the next.
    public var interval: Int64
    /// When the first one goes out.
    public var first: First
    /// How long an answer is awaited.
    public var patience: Patience
    /// How many answers in a row may be missing before the connection is given up; that one included.
    public var misses: Int

    /// Puts the times together.
    public init(interval: Int64, first: First, patience: Patience, misses: Int) {
        self.interval = interval
        self.first = first
        self.patience = patience
        self.misses = misses
    }

    /// The times of web SDK 0.9.
    public static let web1 = RMTPHeartbeat(
        interval: 180_000, first: .afterInterval, patience: .fixed(6_000), misses: 1)
    /// The times of web SDK 2.
    public static let web2 = RMTPHeartbeat(
        interval: 30_000, first: .atOnce(patience: 1_600), patience: .fixed(6_000), misses: 1)
    /// The times of web SDK 3.
    public static let web3 = RMTPHeartbeat(
        interval: 30_000, first: .atOnce(patience: 1_000), patience: .connecting(least: 2_000, most: 6_000), misses: 1)
    /// The times of web SDK 4.
    public static let web4 = RMTPHeartbeat(
        interval: 30_000, first: .afterInterval, patience: .fixed(30_000), misses: 4)
    /// The times of web SDK 5, and the default.
    public static let web5 = RMTPHeartbeat(
        interval: 15_000, first: .afterInterval, patience: .fixed(15_000), misses: 2)

    /// How long an answer is awaited on a connection whose making took so long.
    func patience(connecting duration: Int64) -> Int64 {
        switch patience {
        case .fixed(let time): return time
        case .connecting(let least, let most):
            let (triple, isHuge) = duration.multipliedReportingOverflow(by: 3)
            return isHuge ? most : Swift.min(Swift.max(triple, least), most)
        }
    }
}
