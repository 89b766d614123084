// SPDX-License-Identifier: Apache-2.0

/// Why a custom message type was not registered (CNT-003, CNT-004).
public struct RegistrationError: Error, Hashable, Sendable {
    /// What is wrong, as a stable dotted word.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The name starts with `RC:`, which belongs to the service.
        case reserved = "register.reserved"
        /// The name is empty.
        case empty = "register.empty"
        /// The name has more than 32 characters.
        case length = "register.length"
        /// Another type has this name already.
        case taken = "register.taken"
    }

    /// The kind of error.
    public var code: Code
    /// The name that was to be registered; it comes from the program, not from a peer.
    public var objectName: ObjectName

    init(_ code: Code, _ objectName: ObjectName) {
        self.code = code
        self.objectName = objectName
    }
}

extension RegistrationError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String {
        switch code {
        case .reserved:
            "\(objectName) starts with RC:, which the service keeps for its own types; choose a prefix of your own,"
                + " or pass overridingReserved: true where the application already ships with it"
        case .empty: "an objectName cannot be empty"
        case .length: "\(objectName) has more than \(ObjectName.maximumLength) characters"
        case .taken: "\(objectName) is registered already"
        }
    }
}
