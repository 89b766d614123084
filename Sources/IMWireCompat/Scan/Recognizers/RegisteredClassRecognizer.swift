// SPDX-License-Identifier: Apache-2.0

/// A recognizer of classes of the SDK that an application registers, whose types it can receive although the tree does
/// not show their members (CMP-116).
struct RegisteredClassRecognizer: FileRecognizer {
    let file: SourceFile

    /// The methods of the SDKs that register classes, in lower case.
    private static let registering: Set<String> = ["registermessagetype", "registermessagetypes"]
    private static let maximumClasses = 64

    func run(_ claims: inout ScanClaims) {
        guard [.java, .kotlin, .objc, .swift].contains(file.language) else { return }
        let calls = source.places(of: .word) { RegisteredClassRecognizer.registering.contains($0.lowercased()) }
        for index in calls where claims.branches.count < 10_000 {
            for name in classes(registeredAt: index).prefix(RegisteredClassRecognizer.maximumClasses) {
                claims.branches.append(BranchClaim(className: name, file: file.index, line: source.line(index)))
            }
        }
    }

    /// Returns the classes among the arguments of the call at an index: `registerMessageType(Gift.class)`,
    /// `registerMessageType:[Gift class]`.
    private func classes(registeredAt index: Int) -> [String] {
        var arguments = source.inside(index + 1)
        if file.language == .objc {
            guard source.isSymbol(index + 1, ":"), source.isSymbol(index + 2, "[") else { return [] }
            arguments = source.inside(index + 2)
        } else if !source.isSymbol(index + 1, "(") || source.isWord(index - 1, "func")
            || source.isWord(index - 1, "fun")
        {
            return []
        }
        return arguments.prefix(512).filter { place in
            guard source[place].isWord, source[place].text.first?.isUppercase == true else { return false }
            if file.language == .objc { return source.isWord(place + 1, "class") && source.isSymbol(place + 2, "]") }
            let mark = source[place + 2].text
            return source.isSymbol(place + 1, ".") && ["class", "self"].contains(mark)
        }.map { source[$0].text }
    }
}
