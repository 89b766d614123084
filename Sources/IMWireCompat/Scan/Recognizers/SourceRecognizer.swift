// SPDX-License-Identifier: Apache-2.0

/// A part of a recognizer, which reads the tokens of one file.
protocol SourceRecognizer {
    var file: SourceFile { get }
}

/// A recognizer of claims in one file.
protocol FileRecognizer: SourceRecognizer {
    init(file: SourceFile)

    /// Adds the claims of the file.
    func run(_ claims: inout ScanClaims)
}

extension SourceRecognizer {
    var source: SourceTokens { file.source }
}
