// SPDX-License-Identifier: Apache-2.0

#if Tools && Live

import CommandSupport
import IMWire
import IMWireNIO

/// The framing of socket chat that options name.
enum LiveFraming {
    static func read(_ framing: String, _ delimiter: String, _ encoding: String) throws(CommandFailure) -> ChatFraming {
        guard let delimiter = LineDelimiter(rawValue: delimiter), let encoding = LineEncoding(rawValue: encoding),
            ["packet", "line"].contains(framing)
        else {
            throw .usage("--framing is packet or line, --delimiter lf, crlf, cr or nul, --encoding base64 or json")
        }
        return framing == "packet" ? .packets : .lines(delimiter, encoding)
    }

    /// The options that name a framing, where it is not the default one; the beginning of the next option.
    static func options(_ framing: String, _ delimiter: String, _ encoding: String) -> String {
        (framing == "line" ? "" : " --framing \(framing)") + (delimiter == "lf" ? "" : " --delimiter \(delimiter)")
            + (encoding == "base64" ? "" : " --encoding \(encoding)")
    }
}

#endif
