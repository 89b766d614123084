// SPDX-License-Identifier: Apache-2.0

#if Live

import Foundation
import IMWireNIO
import NIOCore
import NIOPosix

/// A client that sends bytes over TCP and collects what arrives until the server closes the connection.
enum RawClient {
    /// What a server has sent, and whether it has closed the connection in time.
    struct Answer {
        var text: String
        var isClosed: Bool

        /// The status of an HTTP response.
        var status: Int { Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0 }
        /// The body of an HTTP response.
        var body: String { text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n") }

        /// Returns the value of a header of an HTTP response.
        func header(_ name: String) -> String? {
            let head = text.components(separatedBy: "\r\n\r\n").first ?? ""
            let lines = head.components(separatedBy: "\r\n").dropFirst()
            return lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
        }
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private(set) var bytes: [UInt8] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes.append(contentsOf: Collector.unwrapInboundIn(data).readableBytesView)
        }
    }

    /// Sends bytes, and waits for the end of the connection or for `timeout`.
    static func send(_ text: String, to port: Int, timeout: TimeAmount = .seconds(10)) async throws -> Answer {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let collector = try await loop.submit { NIOLoopBound(Collector(), eventLoop: loop) }.get()
        let channel = try await ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(collector.value)
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
        let timer = loop.scheduleTask(in: timeout) { channel.close(promise: nil) }
        try await channel.closeFuture.get()
        // A timer that can no longer be cancelled has closed the connection.
        var isClosed = true
        timer.cancel()
        do {
            try await timer.futureResult.get()
            isClosed = false
        } catch {}
        let bytes = try await loop.submit { collector.value.bytes }.get()
        return Answer(text: String(decoding: bytes, as: UTF8.self), isClosed: isClosed)
    }

    /// Sends an HTTP request with these headers.
    static func request(
        _ port: Int, _ target: String, method: String = "GET", host: String? = "127.0.0.1",
        _ headers: [String: String] = [:], body: String = ""
    ) async throws -> Answer {
        var head = "\(method) \(target) HTTP/1.1\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n"
        if let host { head += "Host: \(host)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return try await send(head + "\r\n" + body, to: port)
    }
}

#endif
