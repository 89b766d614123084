// SPDX-License-Identifier: Apache-2.0

/// The bodies of packets: the messages and enumerations of `Spec/rmtp/*.proto`, by the names that they have there.
public enum RMTPBody {
    private static let named = Dictionary(all.map { ($0.messageName, $0) }, uniquingKeysWith: { one, _ in one })

    /// The type of the message with this name, compared byte for byte; nil where the schema has none.
    public static func type(named name: String) -> (any ProtobufMessage.Type)? {
        guard let type = named[name], type.messageName.utf8.elementsEqual(name.utf8) else { return nil }
        return type
    }
}
