// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `imwire api`: what a server needs to speak to the service.
struct APICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Signs requests to the server API, and checks signatures that came in.",
        discussion: """
            Nothing is sent: the commands print what a request has to carry, or say whether one is genuine.

            Examples:
              IMWIRE_SECRET=… imwire api sign --app-key my-key
              imwire api verify --secret-file secret.txt --nonce 14314 --timestamp 1700000000 --signature e506…
              imwire api form body.txt
            """,
        subcommands: [APISignCommand.self, APIVerifyCommand.self, APIFormCommand.self])
}
