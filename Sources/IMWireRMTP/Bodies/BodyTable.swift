// SPDX-License-Identifier: Apache-2.0

/// The messages of `Spec/rmtp/*.proto` by their names.
public enum BodyTable {
    /// The type of the message with this name, compared byte for byte; nil where the schema has none.
    public static func type(named name: String) -> (any ProtobufMessage.Type)? {
        all.first { $0.messageName.utf8.elementsEqual(name.utf8) }
    }
}
