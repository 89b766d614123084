// SPDX-License-Identifier: Apache-2.0

/// A recognizer of classes that are no contents of messages, although they may have the names and the members of one:
/// rows of a database, views, request forms and tests (CMP-080).
struct PurposeRecognizer: SourceRecognizer {
    let file: SourceFile

    private static let annotations: Set<String> = [
        "Entity", "Table", "TableName", "DatabaseTable", "Document", "Component", "Service", "Controller",
        "RestController", "Configuration", "Injectable", "Model", "Keyless", "TestFixture", "TestClass",
    ]
    /// The base classes, without their qualifiers.
    private static let bases: Set<String> = [
        "Model", "Base", "DeclarativeBase", "Document", "RealmObject", "RealmModel", "NSManagedObject", "TestCase",
        "XCTestCase", "BaseEntity", "MonoBehaviour", "ScriptableObject", "Form", "FormRequest", "ModelForm",
        "Controller", "Serializer", "ModelSerializer",
    ]
    private static let baseEndings = [
        "View", "Cell", "ViewController", "ViewHolder", "Adapter", "Fragment", "Activity", "Widget", "Component",
        "Provider", "Entity", "Request", "Response", "Controller", "Test",
    ]
    private static let tags = ["gorm", "bson", "db", "xorm", "sql", "form", "uri", "ent"]

    /// Returns whether a class has another purpose than that of a content.
    func isOther(_ declaration: SourceOutline.Declaration) -> Bool {
        if declaration.annotations.contains(where: { PurposeRecognizer.annotations.contains($0.name) }) { return true }
        for base in declaration.heritage {
            let name = base.split(separator: ".").last.map(String.init) ?? base
            if PurposeRecognizer.bases.contains(name) { return true }
            if PurposeRecognizer.baseEndings.contains(where: name.hasSuffix) { return true }
        }
        if file.language == .objc || file.language == .swift {
            // A category or an extension adds to a class of another place, and is not the class.
            if declaration.keyword == "extension" { return true }
            if declaration.keyword == "@interface" && declaration.heritage.isEmpty { return true }
        }
        guard file.language == .go else { return false }
        return declaration.fields.contains { field in
            guard let tag = field.value else { return false }
            let text = source[tag.lowerBound].text
            return PurposeRecognizer.tags.contains { FieldRecognizer.tag($0, in: text) != nil }
        }
    }
}
