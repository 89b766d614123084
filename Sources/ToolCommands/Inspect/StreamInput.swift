// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import Platform

/// How the bytes of a stream are written in a file.
enum InputForm: String, ExpressibleByArgument, CaseIterable {
    /// Whichever of the others it looks like.
    case auto
    /// The bytes themselves.
    case binary
    /// Two digits a byte, with spaces, colons, commas or 0x between.
    case hex
    /// Base64 of the whole stream; not a stream whose lines are Base64.
    case base64
    /// A wire log, with events of connections.
    case log
}

/// The bytes of a stream, however they were written, and not more of them than was asked for.
struct StreamInput {
    /// The bytes.
    private(set) var bytes: [UInt8]
    /// How they were written.
    private(set) var form: InputForm
    /// Whether more followed than was read.
    private(set) var isCut = false

    /// The characters of hex text for each byte of the stream that are read at most: `0xFA, ` are six.
    private static let room = 8

    /// Takes bytes that are there.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        form = .log
    }

    /// Reads a file, or standard input.
    init(_ name: String, _ form: InputForm, limit: Int) throws {
        var written: [UInt8]
        do throws(InputError) {
            let file = try InputFile(name)
            written = try StreamInput.read(file, limit + 1)
            self.form = form == .auto ? StreamInput.guess(written) : form
            if self.form != .binary, written.count > limit {
                written += try StreamInput.read(file, limit * (StreamInput.room - 1))
                isCut = written.count >= limit * StreamInput.room
            }
        } catch {
            throw CommandFailure.usage(error.message)
        }
        switch self.form {
        case .auto, .binary, .log: bytes = written
        case .hex:
            do throws(HexText.Problem) {
                bytes = try HexText.bytes(written, isCut: isCut)
            } catch {
                throw StreamInput.notHex(error.offset)
            }
        case .base64:
            let text = written.filter { ![0x20, 0x09, 0x0d, 0x0a].contains($0) }
            let whole = isCut ? Array(text.prefix(text.count / 4 * 4)) : text
            guard let decoded = Base64.decode(String(decoding: whole, as: UTF8.self)) else {
                throw CommandFailure.usage("the input is not Base64; --input binary takes it as it is")
            }
            bytes = decoded
        }
        if bytes.count > limit {
            bytes.removeLast(bytes.count - limit)
            isCut = true
        }
    }

    private static func read(_ file: borrowing InputFile, _ most: Int) throws(InputError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < most {
            var error: Int32 = 0
            let wanted = min(most - bytes.count, 65_536)
            let descriptor = file.descriptor
            let piece = [UInt8](unsafeUninitializedCapacity: wanted) { room, taken in
                var count = -1
                repeat {
                    count = Platform.read(descriptor, room.baseAddress, wanted)
                } while count < 0 && errno == EINTR
                if count < 0 { error = errno }
                taken = max(count, 0)
            }
            if error != 0 { throw InputError(file.name, error) }
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }

    // MARK: Forms

    /// Hex where there is nothing but digits; Base64 where it is that of a packet; otherwise the bytes themselves.
    ///
    /// Base64 of a JSON text begins with letters that are no hex digits, so lines are not taken for hex.
    private static func guess(_ bytes: [UInt8]) -> InputForm {
        let start = bytes.drop { [0x20, 0x09, 0x0d, 0x0a].contains($0) }.prefix(4096)
        // FA CE, version 1 and a header length, as Base64.
        if start.starts(with: "+s4B".utf8) { return .base64 }
        var digits = 0
        for (index, byte) in start.enumerated() {
            switch byte {
            case 0x30...0x39, 0x41...0x46, 0x61...0x66: digits += 1
            case 0x20, 0x09, 0x0d, 0x0a, 0x3a, 0x2c: break
            case 0x78, 0x58:
                guard index > 0, start[start.startIndex + index - 1] == 0x30 else { return .binary }
            default: return .binary
            }
        }
        return digits >= 2 ? .hex : .binary
    }

    private static func notHex(_ offset: Int) -> CommandFailure {
        .usage("the input is not hex at byte \(offset): two digits a byte, with spaces, colons, commas or 0x between")
    }
}

#endif
