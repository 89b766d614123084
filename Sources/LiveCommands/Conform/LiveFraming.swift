// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireNIO

/// The options that select the framing of socket chat.
enum LiveFraming {
    static func read(_ framing: String, _ delimiter: String, _ encoding: String) throws(CommandFailure) -> ChatFraming {
        guard let delimiter = ChatLineDelimiter(rawValue: delimiter),
            let encoding = ChatLineEncoding(rawValue: encoding),
            ["packet", "line"].contains(framing)
        else {
            throw .usage("--framing is packet or line, --delimiter lf, crlf, cr or nul, --encoding base64 or json")
        }
        return framing == "packet" ? .packets : .lines(delimiter, encoding)
    }

    /// Returns the options for a framing that differs from the default one, each preceded by a space.
    static func options(_ framing: String, _ delimiter: String, _ encoding: String) -> String {
        (framing == "line" ? "" : " --framing \(framing)") + (delimiter == "lf" ? "" : " --delimiter \(delimiter)")
            + (encoding == "base64" ? "" : " --encoding \(encoding)")
    }
}

#endif
