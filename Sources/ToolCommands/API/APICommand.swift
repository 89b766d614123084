// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

/// The `imwire api` command, with tools for servers that communicate with the service.
struct APICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Signs requests to the server API, and checks signatures that came in.",
        discussion: """
            Nothing is sent: the commands print what a request has to carry, or check \
            what came in.

            EXAMPLES
              IMWIRE_SECRET=imwire-secret imwire api sign --app-key my-key
              imwire api sign --secret-file secret.txt --app-key my-key
              imwire api form body.txt
            """,
        subcommands: [APISignCommand.self, APIVerifyCommand.self, APIFormCommand.self])
}

#endif
