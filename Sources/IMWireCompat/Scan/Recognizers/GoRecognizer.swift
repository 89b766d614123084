// SPDX-License-Identifier: Apache-2.0

/// A recognizer of Go's methods, which are declared outside of their structs.
struct GoRecognizer {
    let file: SourceFile

    /// The types of Go that a named type may stand for.
    private static let plain: Set<String> = [
        "string", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint32", "uint64", "float32", "float64",
    ]

    /// Records the named types of the file: `type ObjectName string`.
    func namedTypes(_ claims: inout ScanClaims) {
        for index in file.source.places(of: .word, among: ["type"]) where file.source[index].startsLine {
            let name = file.source[index + 1]
            let type = file.source[index + 2]
            guard name.isWord, type.isWord, GoRecognizer.plain.contains(type.text), !type.startsLine,
                file.source[index + 3].startsLine || file.source.isSymbol(index + 3, ";")
            else { continue }
            claims.namedTypes[name.text] = type.text
        }
    }

    /// Adds to each struct of the file what its methods return and write; a struct of another file gets a separate
    /// claim.
    func methods(_ claims: inout ScanClaims) {
        let recognizer = ClassRecognizer(file: file)
        for method in file.outline.functions where !method.owner.isEmpty {
            let name = ClassRecognizer.plain(method.name)
            let isName = name == "objectname" || name == "getobjectname" || name == "messagetype"
            let isFlag = name == "persistentflag" || name == "flag" || name == "getpersistentflag"
            if isName || isFlag, let value = recognizer.result(of: method, method.owner) {
                change(method, &claims) { claim in
                    if isName { claim.objectName = value }
                    if isFlag { claim.flags = .value(value) }
                }
            } else if name == "marshaljson" || name == "encode" {
                let reflection = ReflectionRecognizer(file: file).place(in: method.body)
                let keys = KeyRecognizer(file: file, owner: method.owner).keys(of: method, isEncoding: true)
                if reflection == nil && keys.isEmpty { continue }
                change(method, &claims) { claim in
                    claim.isEncoder = true
                    claim.reflection = reflection
                    claim.keys += keys
                }
            }
        }
    }

    /// Changes the claim of a method's struct.
    private func change(_ method: SourceOutline.Method, _ claims: inout ScanClaims, _ body: (inout ClassClaim) -> Void)
    {
        let place = claims.classes.lastIndex { $0.file == file.index && $0.name == method.owner }
        if let place { return body(&claims.classes[place]) }
        var claim = ClassClaim(name: method.owner, file: file.index, line: method.line)
        body(&claim)
        claims.classes.append(claim)
    }
}
