// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import IMWire
import IMWireValues

extension ChatHeartbeatForm: ExpressibleByArgument {}

/// The options for writing streams of the socket chat protocol.
struct ChatWritingOptions: ParsableArguments {
    @Flag(help: "Deflate packets if that makes them shorter.")
    var deflate = false

    @Option(help: ArgumentHelp("Split units of packets into fragments of at most this many bytes.", valueName: "bytes"))
    var fragmentSize: Int?

    @Option(
        help: ArgumentHelp(
            "Combine up to this many messages between heartbeats: a batch in packets, an array in lines.",
            valueName: "messages"))
    var batch: Int?

    @Flag(help: "Set the flag wantsReceipt on packets of messages that have receipts.")
    var wantsReceipt = false

    @Option(help: "The form of heartbeats in lines: bare or json. (default: bare)")
    var heartbeat: ChatHeartbeatForm?

    /// The size in bytes at which a batch is written, so that memory does not grow with the number of messages.
    private static let batchBytes = 524_288

    /// The first of these options that was given.
    var given: String? {
        if deflate { return "--deflate" }
        if fragmentSize != nil { return "--fragment-size" }
        if batch != nil { return "--batch" }
        if wantsReceipt { return "--wants-receipt" }
        return heartbeat == nil ? nil : "--heartbeat"
    }

    func validate(for framing: ChatFraming) throws {
        if let fragmentSize, fragmentSize < 1 { throw ValidationError("--fragment-size is at least 1 byte") }
        if let batch, batch < 1 { throw ValidationError("--batch is at least 1 message") }
        let isForPackets = deflate || fragmentSize != nil || wantsReceipt
        if isForPackets, !framing.isPacket {
            throw ValidationError(
                "--deflate, --fragment-size and --wants-receipt are for packets; add --framing packet")
        }
        if heartbeat != nil, framing.isPacket {
            throw ValidationError("--heartbeat is for lines: in packets a heartbeat has no body; omit it")
        }
    }

    /// Returns the options of the stream writer.
    func options(_ framing: ChatFraming, _ limits: ChatFramingLimits) -> ChatStreamEncoder.Options {
        var options = ChatStreamEncoder.Options(framing)
        options.limits = limits
        options.deflate = deflate
        options.fragmentSize = fragmentSize
        options.wantsReceipt = wantsReceipt
        options.heartbeat = heartbeat ?? .bare
        options.batch = batch.map { min($0, limits.batchMessages) }
        // Base64 encodes three bytes as four.
        let room = framing.isPacket ? limits.packetBytes : limits.lineBytes / 4 * 3
        options.batchBytes = min(ChatWritingOptions.batchBytes, room)
        return options
    }
}

#endif
