// SPDX-License-Identifier: Apache-2.0

/// Go's methods stand outside of their structs.
struct GoRecogniser {
    let file: SourceFile

    /// Says of each struct of the file what its methods return; a struct of another file gets a claim of its own.
    func methods(_ claims: inout ScanClaims) {
        let recogniser = ClassRecogniser(file: file)
        for method in file.outline.functions where !method.owner.isEmpty {
            let name = ClassRecogniser.plain(method.name)
            let isName = name == "objectname" || name == "getobjectname" || name == "messagetype"
            let isFlag = name == "persistentflag" || name == "flag" || name == "getpersistentflag"
            guard isName || isFlag, let value = recogniser.result(of: method, method.owner) else { continue }
            let place = claims.classes.lastIndex { $0.file == file.index && $0.name == method.owner }
            var claim =
                place.map { claims.classes[$0] }
                ?? ClassClaim(name: method.owner, file: file.index, line: method.line)
            if isName { claim.objectName = value }
            if isFlag { claim.flags = .value(value) }
            if let place { claims.classes[place] = claim } else { claims.classes.append(claim) }
        }
    }
}
