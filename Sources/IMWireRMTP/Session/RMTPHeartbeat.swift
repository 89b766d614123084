// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The times at which a client sends PINGREQs and expects PINGRESPs (RMTP-140).
///
/// ```swift
/// let heartbeat = RMTPHeartbeat(interval: 30_000, first: .afterInterval, timeout: .fixed(10_000), misses: 2)
/// ```
public struct RMTPHeartbeat: Hashable, Sendable {
    /// When the first PINGREQ is sent.
    @nonexhaustive
    public enum First: Hashable, Sendable {
        /// With the CONNACK; the associated value is the time to wait for its answer.
        case atOnce(timeout: Int64)
        /// After the first interval.
        case afterInterval
    }

    /// The time to wait for an answer.
    @nonexhaustive
    public enum Timeout: Hashable, Sendable {
        /// A fixed number of milliseconds.
        case fixed(Int64)
        /// Three times the duration of connecting, within these limits.
        case connecting(least: Int64, most: Int64)
    }

    /// The time from one PINGREQ to the next in milliseconds.
    public var interval: Int64
    /// When the first PINGREQ is sent.
    public var first: First
    /// The time to wait for an answer.
    public var timeout: Timeout
    /// The number of consecutive missing answers at which the connection is closed.
    public var misses: Int

    /// Creates a set of times.
    public init(interval: Int64, first: First, timeout: Timeout, misses: Int) {
        self.interval = interval
        self.first = first
        self.timeout = timeout
        self.misses = misses
    }

    /// The times of web SDK 0.9.
    public static let web1 = RMTPHeartbeat(
        interval: 180_000, first: .afterInterval, timeout: .fixed(6_000), misses: 1)
    /// The times of web SDK 2.
    public static let web2 = RMTPHeartbeat(
        interval: 30_000, first: .atOnce(timeout: 1_600), timeout: .fixed(6_000), misses: 1)
    /// The times of web SDK 3.
    public static let web3 = RMTPHeartbeat(
        interval: 30_000, first: .atOnce(timeout: 1_000), timeout: .connecting(least: 2_000, most: 6_000), misses: 1)
    /// The times of web SDK 4.
    public static let web4 = RMTPHeartbeat(
        interval: 30_000, first: .afterInterval, timeout: .fixed(30_000), misses: 4)
    /// The times of web SDK 5, and the default.
    public static let web5 = RMTPHeartbeat(
        interval: 15_000, first: .afterInterval, timeout: .fixed(15_000), misses: 2)

    /// Returns the time to wait for an answer on a connection that took `duration` to establish.
    func timeout(connecting duration: Int64) -> Int64 {
        switch timeout {
        case .fixed(let time): return time
        case .connecting(let least, let most):
            let (triple, isHuge) = duration.multipliedReportingOverflow(by: 3)
            return isHuge ? most : Swift.min(Swift.max(triple, least), most)
        }
    }
}

extension RMTPHeartbeat: MillisecondTimes, RangedConfiguration {
    package mutating func limit(_ check: inout RangeCheck) {
        check.limit("heartbeat", &interval, SessionRange.duration)
        check.limit("heartbeat", &misses, 1...1_000)
        if case .atOnce(var time) = first {
            check.limit("heartbeat", &time, SessionRange.duration)
            first = .atOnce(timeout: time)
        }
        switch timeout {
        case .fixed(var time):
            check.limit("heartbeat", &time, SessionRange.duration)
            timeout = .fixed(time)
        case .connecting(var least, var most):
            check.limit("heartbeat", &least, SessionRange.duration)
            check.limit("heartbeat", &most, SessionRange.duration)
            timeout = .connecting(least: least, most: most)
        }
    }
}
