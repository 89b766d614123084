// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireServerAPI

struct APIVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verifies the signature of a request or callback.",
        usage: "imwire api verify [<options>]",
        discussion: """
            The age of the signature is not checked: compare the timestamp with the time \
            as well (API-008).

            EXAMPLES
              imwire api verify --secret-file secret.txt --nonce 14314 \\
                --timestamp 1700000000 \\
                --signature e5066f365ff636e63cc3fc1851da9c3b76f6f293
              imwire api verify --secret-file secret.txt \\
                --query 'nonce=14314&signTimestamp=1700000000&signature=e506'

            EXIT CODES
              0  the signature is right
              1  the signature is wrong, or the query cannot be read
            """)

    @OptionGroup var secret: SecretOptions

    @Option(help: ArgumentHelp("The nonce of the request.", valueName: "text"))
    var nonce: String?

    @Option(help: ArgumentHelp("The timestamp of the request.", valueName: "text"))
    var timestamp: String?

    @Option(help: ArgumentHelp("The signature of the request.", valueName: "hex"))
    var signature: String?

    @Option(
        help: ArgumentHelp("The query of a callback's URL, in place of the other three options.", valueName: "query"))
    var query: String?

    @Option(help: "text: for people; json: one object.")
    var format = OutputFormat.text

    func validate() throws {
        let parts = [nonce, timestamp, signature].compactMap { $0 }.count
        if query == nil ? parts != 3 : parts != 0 {
            throw ValidationError("give --nonce, --timestamp and --signature, or --query alone")
        }
    }

    func run() throws {
        let secret = try secret.read()
        let isGenuine =
            if let query {
                try callback(query).isSigned(with: secret)
            } else {
                RequestSignature.verify(
                    signature ?? "", secret: secret, nonce: nonce ?? "", timestamp: timestamp ?? "")
            }
        let out = Output()
        switch format {
        case .text:
            let sentence = "the signature is \(isGenuine ? "right" : "wrong")"
            out.line(isGenuine ? out.style.green(sentence) : out.style.red(sentence))
        case .json: out.record("{\"genuine\":\(isGenuine)}")
        }
        out.flush()
        try (isGenuine ? ToolExit.clean : .findings).finish()
    }

    private func callback(_ query: String) throws -> CallbackSignature {
        let bytes = Array(query.utf8.drop { $0 == UInt8(ascii: "?") })
        do {
            return try CallbackSignature(query: bytes.span)
        } catch {
            throw CommandFailure(message: "the query cannot be read: \(error)", exit: .findings)
        }
    }
}

#endif
