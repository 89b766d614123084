// SPDX-License-Identifier: Apache-2.0

/// A numeric code of the service, as clients and the server API report it.
public struct ServiceCode: Hashable, Sendable {
    /// What to do about a code, where the vendor's table says so (seed 000).
    @nonexhaustive
    public enum Handling: String, Hashable, Sendable {
        /// The connection comes back by itself.
        case transient
        /// Something was set up wrongly: a key, a token, a parameter.
        case configuration
        /// The application decides: tell the user, for instance.
        case business
        /// Nobody says.
        case unknown
    }

    /// The number.
    public let code: Int
    /// Its name: that of the first platform that has one.
    public let name: String
    /// What to do about it.
    public let handling: Handling
    /// Whether it stands in the vendor's table of seed 000.
    public let isInSeed: Bool
    /// Every platform's names, as `ios NAME · web-v2 NAME`.
    public let names: String
    /// What it means; empty where only the name is known.
    public let meaning: String

    // Inlined into the tables, hundreds of calls take seconds to compile.
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

    /// Whether a refused connection comes back by itself, as the vendor's table says for this client code (SES-121).
    public static func isTransient(_ code: Int) -> Bool {
        client.contains { $0.code == code && $0.handling == .transient }
    }

    /// Everything known of a number: a client's code, a server API's code, or both.
    public static func named(_ code: Int) -> [ServiceCode] {
        (client + serverAPI).filter { $0.code == code }
    }
}
