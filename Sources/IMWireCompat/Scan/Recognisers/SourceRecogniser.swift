// SPDX-License-Identifier: Apache-2.0

/// A part of a recogniser, which reads the tokens of one file.
protocol SourceRecogniser {
    var file: SourceFile { get }
}

/// A recogniser of claims in one file.
protocol FileRecogniser: SourceRecogniser {
    init(file: SourceFile)

    /// Adds the claims of the file.
    func run(_ claims: inout ScanClaims)
}

extension SourceRecogniser {
    var source: SourceTokens { file.source }
}
