// SPDX-License-Identifier: Apache-2.0

/// A numeric code of the service, as reported by clients and the server API.
public struct ServiceCode: Hashable, Sendable {
    /// The handling of a code, as given by the vendor's table (seed 000).
    @nonexhaustive
    public enum Handling: String, Hashable, Sendable {
        /// The connection recovers by itself.
        case transient
        /// A key, a token or a parameter is configured incorrectly.
        case configuration
        /// The application decides what to do, for example to notify the user.
        case business
        /// No handling is documented.
        case unknown
    }

    /// The number.
    public let code: Int
    /// The name of the code on the first platform that names it.
    public let name: String
    /// The handling of the code.
    public let handling: Handling
    /// Whether the vendor's table of seed 000 contains the code.
    public let isInSeed: Bool
    /// The names of the code on all platforms, as `ios NAME · web-v2 NAME`.
    public let names: String
    /// The meaning of the code, or empty if only its name is known.
    public let meaning: String

    // Inlining the hundreds of calls in the tables would take the compiler seconds.
    @inline(never)
    init(
        _ code: Int, _ name: String, _ handling: Handling, _ isInSeed: Bool, _ names: String, _ meaning: String
    ) {
        self.code = code
        self.name = name
        self.handling = handling
        self.isInSeed = isInSeed
        self.names = names
        self.meaning = meaning
    }

    /// Returns whether a refused connection recovers by itself, according to the vendor's table of client codes
    /// (SES-121).
    public static func isTransient(_ code: Int) -> Bool {
        client.contains { $0.code == code && $0.handling == .transient }
    }

    /// Returns all codes with a number: a client's code, a code of the server API, or both.
    public static func named(_ code: Int) -> [ServiceCode] {
        (client + serverAPI).filter { $0.code == code }
    }
}
