// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser

struct APICommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Signs requests to the server API, and verifies signatures.",
        discussion: """
            The commands send nothing. They print the header fields of a request, or \
            check a signature.

            EXAMPLES
              IMWIRE_SECRET=imwire-secret imwire api sign --app-key my-key
              imwire api sign --secret-file secret.txt --app-key my-key
              imwire api form body.txt
            """,
        subcommands: [APISignCommand.self, APIVerifyCommand.self, APIFormCommand.self])
}

#endif
