// SPDX-License-Identifier: Apache-2.0

/// A message type as the registry describes it.
public struct ContentType: Sendable {
    /// The purpose of a type's messages.
    @nonexhaustive
    public enum Category: String, Hashable, Sendable, CaseIterable {
        /// Content from a user, shown in the conversation.
        case content
        /// A notification of an event, which may be shown as a tip.
        case notification
        /// A transient status that is not stored.
        case status
        /// A signal between programs, which is never shown.
        case signal
        /// A custom type.
        case custom
    }

    /// The name of the type.
    public let objectName: ObjectName
    /// The purpose of the type's messages.
    public let category: Category
    /// The flags that the registry holds, or nil if they are unpublished (CNT-103).
    public let persistence: Persistence?
    /// Other flags that current sources give and that are also accepted (CNT-102).
    public let acceptedPersistence: [Persistence]
    /// The Swift type, or nil for an opaque type or a type that a schema describes.
    public let content: (any MessageContent.Type)?
    /// The Swift type if it is built in.
    let builtIn: (any BuiltInContent.Type)?
    /// The schema of a custom type that has no Swift type.
    public let schema: ContentSchema?
    /// Whether content is decoded by its members; the content of an opaque type is kept as bytes (CNT-007).
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
        schema = nil
    }

    init(custom content: any MessageContent.Type) {
        objectName = content.objectName
        category = .custom
        persistence = content.persistence
        acceptedPersistence = []
        self.content = content
        builtIn = nil
        schema = nil
    }

    init(_ schema: ContentSchema) {
        objectName = schema.objectName
        category = schema.category
        persistence = schema.persistence
        acceptedPersistence = schema.acceptedPersistence
        content = nil
        builtIn = nil
        self.schema = schema
    }
}
