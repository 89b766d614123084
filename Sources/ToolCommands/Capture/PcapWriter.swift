// SPDX-License-Identifier: Apache-2.0

#if Tools

import IMWireConformance

/// A writer of capture files for Wireshark and tcpdump, with timestamped Ethernet or raw IP packets.
struct PcapWriter {
    enum Link: String, CaseIterable {
        case ethernet, raw

        /// The link type number in the file header.
        var number: UInt32 { self == .ethernet ? 1 : 101 }
    }

    private(set) var bytes: [UInt8] = []
    private let link: Link
    /// The Unix time of a log's time 0, which is fixed so that a log always produces the same file.
    private static let start = 1_700_000_000
    /// The snapshot length, in bytes.
    private static let frameBytes: UInt32 = 262_144

    /// The EtherType of IPv4.
    private static let ipv4: [UInt8] = [0x08, 0x00]

    init(_ link: Link) {
        self.link = link
        little(0xa1b2_c3d4)
        bytes += [2, 0, 4, 0]
        little(0)
        little(0)
        little(PcapWriter.frameBytes)
        little(link.number)
    }

    mutating func add(_ packet: [UInt8], at milliseconds: Int, toServer: Bool) {
        var frame: [UInt8] = []
        if link == .ethernet {
            // Locally administered addresses, which no network card is assigned.
            let (client, server): ([UInt8], [UInt8]) = ([2, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 2])
            frame += (toServer ? server + client : client + server) + PcapWriter.ipv4
        }
        frame += packet
        little(UInt32(clamping: PcapWriter.start + milliseconds / 1000))
        little(UInt32(milliseconds % 1000 * 1000))
        little(UInt32(frame.count))
        little(UInt32(frame.count))
        bytes += frame
    }

    private mutating func little(_ number: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
    }
}

#endif
