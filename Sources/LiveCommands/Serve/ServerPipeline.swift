// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireNIO
import NIOCore
import NIOSSL

extension ChannelPipeline.SynchronousOperations {
    /// Puts TLS in front.
    func addServerTLS(_ tls: ServerTLS?) throws {
        if let tls { try addHandler(NIOSSLServerHandler(context: tls.context)) }
    }

    /// Puts faults in front, where the server is to have some.
    func addFaults(_ plan: FaultPlan?, _ connection: LiveConnection, _ log: ServerLog) throws {
        guard let plan else { return }
        try addHandler(FaultHandler(plan, connection: connection.number) { log.note($0, connection.number) })
    }
}

#endif
