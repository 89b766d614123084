// SPDX-License-Identifier: Apache-2.0

/// A recognizer of methods that encode a content of the SDK outside of the content's class (CMP-160):
/// `static byte[] encodeImage(ImageMessage image)`.
struct EncoderRecognizer: FileRecognizer {
    let file: SourceFile

    /// The types of encoded contents.
    private static let results: Set<String> = [
        "byte[]", "ByteArray", "ByteArray?", "NSData*", "Data", "Data?", "Data!",
    ]

    func run(_ claims: inout ScanClaims) {
        guard [.java, .kotlin, .objc, .swift].contains(file.language) else { return }
        for declaration in file.outline.declarations {
            for method in declaration.methods where !method.body.isEmpty && !method.parameters.isEmpty {
                guard EncoderRecognizer.results.contains(file.resultType(of: method)),
                    let className = content(of: method), claims.branches.count < 10_000
                else { continue }
                let recognizer = KeyRecognizer(file: file, owner: declaration.ownerName)
                let keys = recognizer.helped(by: declaration.methods).keys(of: method, isEncoding: true)
                var claim = BranchClaim(className: className, file: file.index, line: method.line)
                claim.keys = keys.filter(\.isWritten)
                claim.isWire = true
                if claim.keys.count > 1 { claims.branches.append(claim) }
            }
        }
    }

    /// Returns the class of the only content among a method's parameters.
    private func content(of method: SourceOutline.Method) -> String? {
        let names = method.parameters.prefix(64).filter { index in
            source[index].isWord && source[index].text.first?.isUppercase == true
                && ["Message", "Msg"].contains(where: source[index].text.hasSuffix) && source[index].text.utf8.count > 9
        }
        return names.count == 1 ? source[names[0]].text : nil
    }
}
