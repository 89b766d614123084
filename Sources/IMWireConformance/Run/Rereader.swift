// SPDX-License-Identifier: Apache-2.0

import IMWire

/// A testee's own replays of streams and sessions, which need no request for each (TST-090 to TST-093).
///
/// A difference is not a verdict: the runner then asks every replay as it asks any other testee.
package protocol Rereader: Sendable {
    /// Returns whether every replay leads to the accepted answer to the whole stream or session; false if that
    /// cannot be determined.
    ///
    /// - Parameter places: the maximum number of places at which a stream is split and cut.
    func agrees(_ item: Case, _ mode: DecodingMode, with answer: TesteeAnswer, places: Int) -> Bool
}

extension CodecTestee: Rereader {
    /// Returns whether every replay on the readers and machines of this package agrees with an answer.
    package func agrees(_ item: Case, _ mode: DecodingMode, with answer: TesteeAnswer, places: Int) -> Bool {
        item.operation == .sessionRun
            ? SessionRereading.agrees(item, with: answer)
            : StreamRereading.agrees(item, mode, with: answer, places: places)
    }
}
