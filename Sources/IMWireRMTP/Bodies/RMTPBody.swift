// SPDX-License-Identifier: Apache-2.0

/// The bodies of packets: the messages and enumerations of `Spec/rmtp/*.proto`, by the names that they have there.
public enum RMTPBody {
    /// The type of the message with this name, compared byte for byte; nil where the schema has none.
    public static func type(named name: String) -> (any ProtobufMessage.Type)? {
        all.first { $0.messageName.utf8.elementsEqual(name.utf8) }
    }
}
