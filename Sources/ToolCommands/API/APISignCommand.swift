// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireServerAPI
import IMWireValues
import Platform

struct APISignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Prints the header fields that sign a request to the server API.",
        usage: "imwire api sign [<options>]",
        discussion: """
            The signature is the SHA-1 of app secret, nonce and timestamp (API-001). \
            Nonce and timestamp are generated unless they are given. The app key comes \
            from --app-key or the variable IMWIRE_APP_KEY.

            EXAMPLES
              IMWIRE_SECRET=imwire-secret imwire api sign --app-key my-key
              imwire api sign --secret-file secret.txt --app-key my-key --format json
              imwire api sign --secret-file secret.txt --app-key my-key --nonce 14314 \\
                --timestamp 1700000000
              imwire api sign --secret-file secret.txt --signature-only --nonce 14314 \\
                --timestamp 1700000000
            """)

    @OptionGroup var secret: SecretOptions

    @Option(help: ArgumentHelp("The application's key, which is not secret.", valueName: "key"))
    var appKey: String?

    @Option(help: ArgumentHelp("A unique text (default: a random number).", valueName: "text"))
    var nonce: String?

    @Option(help: ArgumentHelp("The time of the request (default: now, in seconds since 1970).", valueName: "text"))
    var timestamp: String?

    @Option(help: "plain: App-Key, Nonce, …; prefixed: RC-App-Key, RC-Nonce, ….")
    var spelling = RequestHeaders.Spelling.plain

    @Flag(help: "Print only the signature; no app key is needed.")
    var signatureOnly = false

    @Option(help: "text: one header field a line; json: one object.")
    var format = OutputFormat.text

    func validate() throws {
        if signatureOnly, nonce == nil || timestamp == nil {
            throw ValidationError("--signature-only needs --nonce and --timestamp, which the request must repeat")
        }
    }

    func run() throws {
        let secret = try secret.read()
        let nonce = nonce ?? String(UInt32.random(in: 0...999_999_999))
        let timestamp = timestamp ?? String(Int(Date().timeIntervalSince1970))
        let out = Output()
        if signatureOnly {
            let signature = RequestSignature.sign(secret: secret, nonce: nonce, timestamp: timestamp)
            if format == .text { out.line(signature) } else { out.record(json([("signature", signature)])) }
            out.flush()
            return
        }
        guard let key = appKey ?? ProcessInfo.processInfo.environment["IMWIRE_APP_KEY"], !key.isEmpty else {
            throw CommandFailure.usage(
                "no app key: give --app-key, or put it into IMWIRE_APP_KEY; --signature-only does without")
        }
        let fields = try headers(key, secret, nonce, timestamp).fields(spelling)
        switch format {
        case .text: for (name, value) in fields { out.line("\(name): \(value)") }
        case .json: out.record(json(fields))
        }
        out.flush()
    }

    private func headers(
        _ key: String, _ secret: Secret, _ nonce: String, _ timestamp: String
    ) throws -> RequestHeaders {
        do {
            return try RequestHeaders(appKey: key, secret: secret, nonce: nonce, timestamp: timestamp)
        } catch {
            throw CommandFailure.usage(
                "\(error.path.dropFirst()) has control characters or outer spaces, and would not arrive as it"
                    + " is signed (API-007)")
        }
    }

    private func json(_ fields: [(name: String, value: String)]) -> String {
        var object = JSONBuilder()
        for (name, value) in fields { object.add(name, value) }
        return object.json.text
    }
}

extension RequestHeaders.Spelling: ExpressibleByArgument {}

#endif
