// SPDX-License-Identifier: Apache-2.0

/// Asks requests one after the other, and takes the replies in the same order.
///
/// A testee pulls requests as it has room for them, so that no more of them are in memory than are open.
public protocol Inquiry: AnyObject {
    /// The next request; nil where there is none at present: a reply that is still open may bring more.
    func next() -> TesteeRequest?

    /// Takes the reply to the oldest open request.
    func settle(_ reply: TesteeReply)

    /// Takes back the open requests: their process is gone, and `next` gives those again that still matter.
    func rewind()
}

/// A list of requests, all of which are asked.
final class ListInquiry: Inquiry {
    private let requests: [TesteeRequest]
    private let progress: (Int) -> Void
    private var given = 0
    private(set) var replies: [TesteeReply] = []

    init(_ requests: [TesteeRequest], _ progress: @escaping (Int) -> Void) {
        self.requests = requests
        self.progress = progress
        replies.reserveCapacity(requests.count)
    }

    func next() -> TesteeRequest? {
        guard given < requests.count else { return nil }
        defer { given += 1 }
        return requests[given]
    }

    func settle(_ reply: TesteeReply) {
        replies.append(reply)
        progress(replies.count)
    }

    func rewind() { given = replies.count }
}

extension Testee {
    /// Answers all requests, in their order.
    ///
    /// - Parameter progress: called with the number of requests that have their answer.
    public mutating func answer(
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
