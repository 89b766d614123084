// SPDX-License-Identifier: Apache-2.0

import IMWire
import Testing

@Suite("Ordered stores")
struct OrderedStoreTests {
    @Test("No more entries than requested are returned, the oldest or the newest ones first")
    func ends() {
        var store = OrderedStore<String, Int>()
        for (number, key) in ["a", "b", "c", "d"].enumerated() { store[key] = number }
        store.remove("b")
        #expect(store.oldest(2).map(\.key) == ["a", "c"] && store.newest(2).map(\.key) == ["d", "c"])
        #expect(store.oldest(0).isEmpty && store.newest(9).map(\.value) == [3, 2, 0])
        var sized = SizedStore<ExactText, ExactText>()
        let value = ExactText("value")
        for name in ["a", "b", "c"] { sized[ExactText(name)] = value }
        #expect(sized.oldest(2).map(\.key.text) == ["a", "b"] && sized.newest(2).map(\.key.text) == ["c", "b"])
    }
}
