// SPDX-License-Identifier: Apache-2.0

/// An error that explains why a custom message type was not registered (CNT-003, CNT-004).
public struct RegistrationError: Error, Hashable, Sendable {
    /// The kind of error.
    public var code: Code
    /// The rejected name, which comes from the program and not from a peer.
    public var objectName: ObjectName

    init(_ code: Code, _ objectName: ObjectName) {
        self.code = code
        self.objectName = objectName
    }
}

extension RegistrationError: CustomStringConvertible {
    /// A description of the error and, where possible, its remedy.
    public var description: String {
        switch code {
        case .reserved:
            "\(objectName) starts with RC:, which the service reserves for its own types; choose your own prefix,"
                + " or pass overridingReserved: true if the application already ships with it"
        case .empty: "an objectName cannot be empty"
        case .length: "\(objectName) has more than \(ObjectName.maximumLength) characters"
        case .taken: "\(objectName) is registered already"
        }
    }
}
