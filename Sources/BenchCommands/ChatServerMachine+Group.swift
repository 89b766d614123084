// SPDX-License-Identifier: Apache-2.0

#if Tools && Peers

import IMWire

extension ChatServerMachine {
    /// Creates a server with the group `g`, whose users are logged in, each over the connection of the user's index.
    init(group users: [String]) {
        var configuration = Configuration()
        configuration.groups = ["g": users]
        self.init(configuration)
        for (connection, user) in users.enumerated() {
            var login = ChatMessage(.login)
            login.deviceType = "iOS"
            login.versionCode = "1"
            login.senderID = user
            _ = handle(.accepted(connection: connection), at: 0)
            _ = handle(.received([login], connection: connection), at: 0)
        }
    }
}

#endif
