// SPDX-License-Identifier: Apache-2.0

/// The namespace of packet bodies: the messages and enumerations of `Spec/rmtp/*.proto`, under their schema names.
public enum RMTPBody {
    private static let named = Dictionary(all.map { ($0.messageName, $0) }, uniquingKeysWith: { one, _ in one })

    /// Returns the message type with the given name, or nil if the schema has none.
    ///
    /// Names are compared byte for byte.
    public static func type(named name: String) -> (any ProtobufMessage.Type)? {
        // A text that is equal to one in ASCII but spelled with other characters is longer.
        guard let type = named[name], type.messageName.utf8.count == name.utf8.count else { return nil }
        return type
    }
}
