// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWireConformance
import Platform
import RunSupport

/// The option that names the folder of the cases.
struct CasesOption: ParsableArguments {
    @Option(
        name: .customLong("cases"),
        help: ArgumentHelp(
            "The folder of the cases; by default Fixtures/cases here or in a parent folder.", valueName: "folder"))
    var path: String?

    func folder() throws(CommandFailure) -> URL { try CaseFolder.find(path) }
}

#endif
