// SPDX-License-Identifier: Apache-2.0

/// The use that a class's encoder and decoder make of those of its base class.
struct BaseUse: Sendable {
    /// Whether the class has an encoder of its own, and whether that encoder calls the base's.
    var encoder: Call?
    /// Whether the class has a decoder of its own, and whether that decoder calls the base's.
    var decoder: Call?

    enum Call: Sendable { case calls, hides }

    /// Adds the methods of another part of the same class.
    mutating func add(_ other: BaseUse) {
        encoder = BaseUse.sum(encoder, other.encoder)
        decoder = BaseUse.sum(decoder, other.decoder)
    }

    private static func sum(_ one: Call?, _ other: Call?) -> Call? {
        one == .calls || other == .calls ? .calls : one ?? other
    }
}

/// A recognizer of encoders and decoders that call those of the base class: `super.encode()`, `super(data)`,
/// `[super decodeWithData:data]`.
struct BaseRecognizer: SourceRecognizer {
    let file: SourceFile

    private static let encoders: Set<String> = ["encode"]
    private static let decoders: Set<String> = ["decode", "decodeWithData"]
    /// The methods of classes in the tree that make an object from a content, or the reverse.
    private static let writers: Set<String> = ["toJson", "toJSON", "toMap"]
    private static let readers: Set<String> = ["fromJson", "fromJSON", "fromMap"]
    /// The types of the bytes or the object that a constructor of Java and Kotlin decodes.
    private static let payloads: Set<String> = ["byte", "ByteArray", "JSONObject"]

    func run(_ declaration: SourceOutline.Declaration, _ claim: inout ClassClaim) {
        guard !declaration.heritage.isEmpty || file.language == .objc else { return }
        let isText = TextRecognizer(file: file).encoder(of: declaration) != nil
        for method in declaration.methods where !method.body.isEmpty {
            let name = method.name
            if BaseRecognizer.encoders.contains(name) || (!isText && BaseRecognizer.writers.contains(name)) {
                claim.base.add(BaseUse(encoder: calls([name], method), decoder: nil))
            } else if BaseRecognizer.decoders.contains(name) {
                claim.base.add(BaseUse(encoder: nil, decoder: calls(BaseRecognizer.decoders, method)))
            } else if !isText, BaseRecognizer.readers.contains(name) {
                claim.base.add(BaseUse(encoder: nil, decoder: calls([name], method)))
            } else if isDecodingConstructor(method, of: declaration) {
                claim.base.add(BaseUse(encoder: nil, decoder: passesOn(method)))
            }
        }
    }

    /// Returns whether a method calls the base's method of one of the names; in Dart, a constructor does so before its
    /// body.
    private func calls(_ names: Set<String>, _ method: SourceOutline.Method) -> BaseUse.Call {
        let isCalled = (method.parameters.upperBound ..| method.body.upperBound).contains { index in
            guard source[index].isWord, names.contains(source[index].text) else { return false }
            return source.isWord(index - 1, "super")
                || source.isSymbol(index - 1, ".") && ["super", "base"].contains(source[index - 2].text)
        }
        return isCalled ? .calls : .hides
    }

    private func isDecodingConstructor(
        _ method: SourceOutline.Method, of declaration: SourceOutline.Declaration
    ) -> Bool {
        guard file.language == .java || file.language == .kotlin,
            method.name == declaration.name || KeyRecognizer.constructors.contains(method.name)
        else { return false }
        return method.parameters.contains { BaseRecognizer.payloads.contains(source[$0].text) }
    }

    /// Returns whether a constructor passes its parameters on to the base's: Java's `super(data);`, Kotlin's
    /// `: super(data)`.
    private func passesOn(_ method: SourceOutline.Method) -> BaseUse.Call {
        let isPassed = (method.parameters.upperBound ..| method.body.upperBound).contains { index in
            source.isWord(index, "super") && source.isSymbol(index + 1, "(") && !source.inside(index + 1).isEmpty
        }
        return isPassed ? .calls : .hides
    }
}
