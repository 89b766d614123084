// SPDX-License-Identifier: Apache-2.0

/// What the registry knows of a message type.
public struct ContentType: Sendable {
    /// What a message of a type is for.
    @nonexhaustive
    public enum Category: String, Hashable, Sendable, CaseIterable {
        /// Something that a user says; shown in the conversation.
        case content
        /// Something that happened; may be shown as a tip.
        case notification
        /// Something that is true for a moment; kept nowhere.
        case status
        /// Something between programs; never shown.
        case signal
        /// A type of your own.
        case custom
    }

    /// The type's name.
    public let objectName: ObjectName
    /// What its messages are for.
    public let category: Category
    /// The flags that the registry holds; nil where nobody has published them (CNT-103).
    public let persistence: Persistence?
    /// Other flags that current sources give and that are accepted too (CNT-102).
    public let acceptedPersistence: [Persistence]
    /// The Swift type; nil for an opaque type, and for one that a schema describes.
    public let content: (any MessageContent.Type)?
    /// The same where it is built in, and where its members stand in a table.
    let builtIn: (any BuiltInContent.Type)?
    let tabled: (any TabledObject.Type)?
    /// The schema of a custom type that has no Swift type.
    public let schema: ContentSchema?
    /// Whether contents are read by their members; those of an opaque type are bytes (CNT-007).
    public var isTyped: Bool { content != nil || schema?.isOpaque == false }

    init(
        _ objectName: ObjectName, _ category: Category, _ persistence: Persistence?, accepted: [Persistence] = [],
        _ content: (any BuiltInContent.Type)?
    ) {
        self.objectName = objectName
        self.category = category
        self.persistence = persistence
        self.acceptedPersistence = accepted
        self.content = content
        builtIn = content
        tabled = content
        schema = nil
    }

    init(custom content: any MessageContent.Type) {
        objectName = content.objectName
        category = .custom
        persistence = content.persistence
        acceptedPersistence = []
        self.content = content
        builtIn = nil
        tabled = content as? any TabledObject.Type
        schema = nil
    }

    init(_ schema: ContentSchema) {
        objectName = schema.objectName
        category = schema.category
        persistence = schema.persistence
        acceptedPersistence = schema.acceptedPersistence
        content = nil
        builtIn = nil
        tabled = nil
        self.schema = schema
    }
}
