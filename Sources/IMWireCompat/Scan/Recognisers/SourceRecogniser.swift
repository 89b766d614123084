// SPDX-License-Identifier: Apache-2.0

/// A recogniser of claims in the tokens of one file.
protocol SourceRecogniser {
    var file: SourceFile { get }
}

extension SourceRecogniser {
    var source: SourceTokens { file.source }
}
