// SPDX-License-Identifier: Apache-2.0

#if Tools

import ArgumentParser
import CommandSupport
import IMWire
import Platform
import TextSupport

/// The form in which a file holds the bytes of a stream.
enum InputForm: String, ExpressibleByArgument, CaseIterable {
    /// The form that the first bytes indicate.
    case auto
    case binary
    /// Two hex digits per byte, optionally separated by spaces, colons, commas or `0x`.
    case hex
    /// Base64 of the whole stream, as opposed to a stream whose lines are Base64.
    case base64
    case log
}

/// The bytes of a stream, decoded from the form of the file, up to a limit.
struct StreamInput {
    private(set) var bytes: [UInt8]
    private(set) var form: InputForm
    /// Whether the input has more bytes than were read.
    private(set) var isCut = false

    /// The maximum number of characters read per byte of the stream; `0xFA, ` has six.
    private static let room = 8

    /// Creates an input from bytes of a wire log.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        form = .log
    }

    /// Reads a file or standard input.
    init(_ name: String, _ form: InputForm, limit: Int) throws {
        var written: [UInt8]
        do throws(InputError) {
            let file = try InputFile(name)
            written = try file.read(upTo: limit + 1)
            self.form = form == .auto ? StreamInput.guess(written) : form
            if self.form != .binary, written.count > limit {
                written += try file.read(upTo: limit * (StreamInput.room - 1))
                isCut = written.count >= limit * StreamInput.room
            }
        } catch {
            throw CommandFailure.usage(error.message)
        }
        switch self.form {
        case .auto, .binary, .log: bytes = written
        case .hex:
            do throws(HexText.InvalidDigit) {
                bytes = try HexText.bytes(written, isCut: isCut)
            } catch {
                throw StreamInput.notHex(error.offset)
            }
        case .base64:
            let text = written.filter { !Words.isSpace($0) }
            let whole = isCut ? Array(text.prefix(text.count / 4 * 4)) : text
            guard let decoded = Base64.decode(String(decoding: whole, as: UTF8.self)) else {
                throw CommandFailure.usage("the input is not Base64; --input binary reads it as bytes")
            }
            bytes = decoded
        }
        if bytes.count > limit {
            bytes.removeLast(bytes.count - limit)
            isCut = true
        }
    }

    // MARK: Forms

    /// Returns hex for text that has only hex digits and separators, Base64 for that of a packet, and binary otherwise.
    ///
    /// Base64 of a JSON text begins with letters that are not hex digits, so Base64 lines are not mistaken for hex.
    private static func guess(_ bytes: [UInt8]) -> InputForm {
        let start = bytes.drop(while: Words.isSpace).prefix(4096)
        // The Base64 of FA CE, version 1 and a header length.
        if start.starts(with: "+s4B".utf8) { return .base64 }
        var digits = 0
        for (index, byte) in start.enumerated() {
            switch byte {
            case _ where byte.hexDigit != nil: digits += 1
            case _ where HexText.isSeparator(byte): break
            case UInt8(ascii: "x"), UInt8(ascii: "X"):
                guard index > 0, start[start.startIndex + index - 1] == UInt8(ascii: "0") else { return .binary }
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
