// SPDX-License-Identifier: Apache-2.0

import IMWire

/// The result of reading one unit in the form that tests state: a kind, the message, and the ids of its deviations.
struct Read: Equatable, CustomStringConvertible {
    var kind: ChatMessageKind?
    var text: String
    var deviations: [String]

    var description: String { "\(kind.map(\.rawValue) ?? "-") \(text) \(deviations)" }
}

/// Reads one message leniently and writes it again.
func read(_ json: String, beat: String = "beatID") -> Read {
    let items = chatItems(json, beat: beat)
    guard items.count == 1, let item = items.first else {
        return Read(kind: nil, text: "\(items.count) items", deviations: [])
    }
    if let error = item.error { return Read(kind: nil, text: error.description, deviations: []) }
    let text = item.message.map { String(decoding: $0.encoded(), as: UTF8.self) } ?? ""
    return Read(kind: item.kind, text: text, deviations: ids(item))
}

extension Result<ChatItem, StreamFault> {
    var message: ChatMessage? { try? get().message }
    var kind: ChatMessageKind? { try? get().kind }
    var deviations: [Deviation] { (try? get().deviations) ?? [] }
    var error: DecodeError? { if case .failure(let fault) = self { fault.error } else { nil } }

    var position: ChatBatchPosition? {
        switch self {
        case .success(let item): item.position
        case .failure(let fault): fault.position
        }
    }

    var offset: Int {
        switch self {
        case .success(let item): item.offset
        case .failure(let fault): fault.error.offset
        }
    }
}

/// Returns the distinct ids of an item's deviations, in order.
func ids(_ item: Result<ChatItem, StreamFault>) -> [String] {
    Set(item.deviations.map(\.id)).sorted().map(\.description)
}

/// Returns the items of a unit.
func chatItems(_ unit: String, mode: DecodingMode = .lenient, beat: String = "beatID") -> [Result<
    ChatItem, StreamFault
>] {
    var reader = ChatMessageDecoder(mode: mode, heartbeat: ChatHeartbeatBody(beat) ?? .standard)
    return reader.decodeUnit(Array(unit.utf8).span)
}

/// Returns the error with which strict mode rejects a unit, or `fine` if it accepts the unit.
func strict(_ unit: String) -> String {
    chatItems(unit, mode: .strict).compactMap(\.error).first?.description ?? "fine"
}

/// Returns the error with which lenient mode rejects a unit, or `fine` if it accepts the unit.
func lenient(_ unit: String) -> String {
    chatItems(unit).compactMap(\.error).first?.description ?? "fine"
}

/// Returns the place of the member that lenient mode keeps unparsed (CNT-180), or `none` if there is none.
func unparsed(_ unit: String) -> String {
    let deviation = chatItems(unit).flatMap(\.deviations).first { $0.id.number == 140 }
    return deviation.map { "\($0.id) at byte \($0.offset), in \($0.path)" } ?? "none"
}
