// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import IMWireNIO
import NIOCore
import NIOSSL

extension ChannelPipeline.SynchronousOperations {
    /// Adds TLS, if the server has it.
    func addServerTLS(_ tls: ServerTLS?) throws {
        if let tls { try addHandler(NIOSSLServerHandler(context: tls.context)) }
    }

    /// Adds the handler that injects faults, if there is a plan.
    func addFaults(_ plan: FaultPlan?, _ connection: LiveConnection, _ log: ServerLog) throws {
        guard let plan else { return }
        try addHandler(FaultHandler(plan, connection: connection.number) { log.record($0, connection.number) })
    }
}

#endif
