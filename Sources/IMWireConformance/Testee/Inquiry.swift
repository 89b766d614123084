// SPDX-License-Identifier: Apache-2.0

/// A source of requests that are asked one after the other, and whose replies arrive in the same order.
///
/// A testee pulls requests when it has capacity for them, so that no more requests are in memory than are open.
package protocol Inquiry: AnyObject {
    /// Returns the next request, or nil if there is none at present; a reply to an open request may lead to more.
    func next() -> TesteeRequest?

    /// Records the reply to the oldest open request.
    func settle(_ reply: TesteeReply)

    /// Reopens the unanswered requests because their process has ended; `next` returns those that still matter again.
    func rewind()
}

/// A list of requests, all of which are asked.
final class ListInquiry: Inquiry {
    private let requests: [TesteeRequest]
    private let progress: (Int) -> Void
    private var asked = 0
    private(set) var replies: [TesteeReply] = []

    init(_ requests: [TesteeRequest], _ progress: @escaping (Int) -> Void) {
        self.requests = requests
        self.progress = progress
        replies.reserveCapacity(requests.count)
    }

    func next() -> TesteeRequest? {
        guard asked < requests.count else { return nil }
        defer { asked += 1 }
        return requests[asked]
    }

    func settle(_ reply: TesteeReply) {
        replies.append(reply)
        progress(replies.count)
    }

    func rewind() { asked = replies.count }
}

extension Testee {
    /// Returns the replies to all requests, in order.
    ///
    /// - Parameter progress: called with the number of requests that have been answered.
    package mutating func answer(
        _ requests: [TesteeRequest], progress: (Int) -> Void
    ) throws(SuiteError) -> [TesteeReply] {
        var outcome: Result<[TesteeReply], SuiteError> = .success([])
        withoutActuallyEscaping(progress) { progress in
            let list = ListInquiry(requests, progress)
            do throws(SuiteError) {
                try converse(list)
                outcome = .success(list.replies)
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome.get()
    }
}
