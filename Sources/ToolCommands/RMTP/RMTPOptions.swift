// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import IMWireConformance
import IMWireRMTP
import IMWireValues
import RunSupport

extension RMTPDirection: ExpressibleByArgument {}

/// The options for facts about RongCloud's packets that their bytes do not state (RMTP-001).
struct RMTPOptions: ParsableArguments {
    @Option(help: "The direction of packets: up or down. Each line may instead begin with the word.")
    var direction: RMTPDirection?

    @OptionGroup var packets: PacketOptions

    @Option(help: "The topic of each QUERYACK whose QUERY is not in the input.")
    var topic: String?

    /// The first of these options that was given.
    var given: String? {
        if direction != nil { return "--direction" }
        return packets.given ?? (topic == nil ? nil : "--topic")
    }

    func validate() throws {
        if let topic, !RMTPBodies.isQuery(topic) {
            throw ValidationError("--topic takes a topic of QUERY packets; Spec/registry/rmtp-topics.json lists them")
        }
    }

    /// Rejects options that do not apply to a framing.
    func validate(for framing: RMTPFraming) throws {
        if framing != .tcp, packets.hasKey { throw ValidationError("--key is for --framing tcp") }
        if framing == .xhr, direction == .up {
            throw ValidationError("polled packets only go down; omit --direction")
        }
    }

    var version: RMTPVersion { packets.version }

    /// Returns the options for reading or writing packets, with the limits given for a stream.
    func inspection(
        _ framing: RMTPFraming, _ direction: RMTPDirection, _ stream: ChatStreamOptions, strict: Bool
    ) throws -> RMTPInspection.Options {
        var options = inspection(framing, direction, strict: strict)
        options.limits = try stream.packetLimits()
        return options
    }

    func inspection(_ framing: RMTPFraming, _ direction: RMTPDirection, strict: Bool) -> RMTPInspection.Options {
        var options = RMTPInspection.Options(framing, RMTPFormat(direction, version))
        options.mode = strict ? .strict : .lenient
        options.key = packets.keyBytes
        options.topic = topic
        return options
    }
}

/// The form in which a line holds the bytes of a message.
enum LineBytes: String, ExpressibleByArgument, CaseIterable {
    case hex, base64
}

#endif
