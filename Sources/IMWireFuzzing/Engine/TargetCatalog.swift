// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The catalogue of all targets by name.
package enum TargetCatalog {
    /// A target with its description and its factory.
    package struct Entry: Sendable {
        package let name: String
        /// A summary of what the target covers.
        package let summary: String
        /// A function that creates the target; each job has its own instance.
        package let make: @Sendable () -> any FuzzTarget

        init(_ name: String, _ summary: String, _ make: @escaping @Sendable () -> any FuzzTarget) {
            self.name = name
            self.summary = summary
            self.make = make
        }
    }

    /// Returns the target with the given name, or nil if there is none.
    package static func named(_ name: String) -> Entry? { all.first { $0.name == name } }

    /// All targets, in the order in which they run.
    package static let all: [Entry] =
        [
            Entry("json", "the JSON reader: any text") { JSONTarget() },
            Entry("base64", "Base64, read and written") { Base64Target() },
            Entry("utf8", "UTF-8 and its faults") { UTF8Target() },
            Entry("kernels", "the loops in C, compared with those in Swift") { KernelTarget() },
        ]
        + [ContentType.Category.content, .notification, .status, .signal].map { family in
            Entry(
                "content-\(family.rawValue)", "contents of the family \(family.rawValue), read, validated and written"
            ) {
                ContentTarget(family)
            }
        }
        + [
            Entry("lines", "lines with a delimiter, in both encodings") { LineTarget() },
            Entry("packets", "packets and their headers") { PacketTarget() },
            Entry("units", "deflate, reassembly and batches") { UnitTarget() },
            Entry("chat", "messages of the socket chat protocol") { ChatTarget() },
            Entry("rmtp-websocket", "RongCloud's packets on a WebSocket") { RMTPMessageTarget() },
            Entry("rmtp-tcp", "RongCloud's packets on TCP") { RMTPStreamTarget() },
            Entry("rmtp-polling", "RongCloud's packets in replies to polls") { RMTPPollingTarget() },
            Entry("rmtp-body", "the protobuf bodies of RongCloud's packets") { BodyTarget() },
            Entry("navigation", "the answers of the navigation server") { NavigationTarget() },
            Entry("api", "forms, answers, callbacks and URLs of the server API") { APITarget() },
            Entry("stored-memory", "the stored memory of a server") { StoredMemoryTarget() },
            Entry("inspection", "imwire inspect of any stream") { InspectionTarget() },
            Entry("cases", "files of cases") { CaseTarget() },
            Entry("live", "answers of drivers, and scenarios played on a socket") { LiveScenarioTarget() },
            Entry("proxy", "HTTP and WebSockets as the proxy reads them") { ProxyTarget() },
            Entry("bridge", "lines between a runner and its testees and drivers") { BridgeTarget() },
            Entry("schema", "custom schemas, and contents decoded with them") { SchemaTarget() },
            Entry("manifests", "manifests of platforms, and the findings in them") { ManifestTarget() },
            Entry("compat-files", "project files, baselines, counts and reports of comparisons") { CompatFileTarget() },
            Entry("recordings", "recordings of an application, converted to cases") { RecordingTarget() },
            Entry("sources", "source code that is scanned for types") { SourceTarget() },
            Entry("client", "the client's session under random schedules") { ClientTarget() },
            Entry("server", "the server's sessions under random schedules") { ServerTarget() },
            Entry("stream", "the pull of a stream message under random schedules") { StreamTarget() },
            Entry("chatroom", "chatrooms under random schedules") { ChatroomTarget() },
            Entry("likes", "merging likes under random schedules") { LikesTarget() },
            Entry("rmtp-client", "the client's session with RongCloud under random schedules") { RMTPClientTarget() },
            Entry("rmtp-server", "the service's side of a connection under random schedules") { RMTPServerTarget() },
            Entry("service", "the RongCloud service: what several users publish and ask") { ServiceTarget() },
            Entry("service-api", "the server API: signed requests to the service") { ServiceAPITarget() },
            Entry("scripts", "scripts of session.run, with any configuration and any times") { ScriptTarget() },
            Entry("simulation", "clients, a server and an unreliable network") { SimulationTarget() },
        ]

    /// Returns the targets that a list of names selects, or a failure with the first unknown name.
    package static func select(_ names: [String]) -> Result<[Entry], UnknownTarget> {
        var selected: [Entry] = []
        for name in names {
            // A name may also be a family, such as `content`.
            let found = all.filter { name == "all" || $0.name == name || $0.name.hasPrefix(name + "-") }
            if found.isEmpty { return .failure(UnknownTarget(name: name)) }
            for entry in found where !selected.contains(where: { $0.name == entry.name }) { selected.append(entry) }
        }
        return .success(selected)
    }

    /// A name that is not the name of a target.
    package struct UnknownTarget: Error {
        package let name: String
    }
}
