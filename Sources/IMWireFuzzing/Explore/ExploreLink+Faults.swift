// SPDX-License-Identifier: Apache-2.0

/// The faults of a connection.
extension ExploreLink {
    /// Appends the steps that are possible on the connection.
    ///
    /// - Parameters:
    ///   - place: the place of the connection among those that exist.
    ///   - isReliable: whether the connection loses, doubles and reorders nothing while it exists.
    func appendChoices(_ place: Int, isReliable: Bool, to choices: inout [ExploreChoice]) {
        if let first = up.first {
            choices.append(ExploreChoice(.deliverUp, place))
            if !isReliable, first.isContent {
                choices.append(ExploreChoice(.loseUp, place))
                choices.append(ExploreChoice(.duplicateUp, place))
                if first.isReceipt, up.count > 1, up[1].isContent { choices.append(ExploreChoice(.overtakeUp, place)) }
            }
        }
        if let first = down.first {
            choices.append(ExploreChoice(.deliverDown, place))
            if !isReliable, first.isContent {
                choices.append(ExploreChoice(.loseDown, place))
                choices.append(ExploreChoice(.duplicateDown, place))
                if first.isReceipt, down.count > 1, down[1].isContent {
                    choices.append(ExploreChoice(.overtakeDown, place))
                }
            }
        }
        guard isClientOpen else { return }
        if isServerOpen, !isUpBlocked { choices.append(ExploreChoice(.blockUp, place)) }
        if isServerOpen, !isDownBlocked { choices.append(ExploreChoice(.blockDown, place)) }
        if !isUpBlocked || !isDownBlocked { choices.append(ExploreChoice(.cut, place)) }
    }

    /// Applies a fault.
    mutating func apply(_ verb: ExploreVerb) {
        switch verb {
        case .loseUp: up.removeFirst()
        case .loseDown: down.removeFirst()
        case .duplicateUp: up.insert(up[0], at: 1)
        case .duplicateDown: down.insert(down[0], at: 1)
        case .overtakeUp: up.swapAt(0, 1)
        case .overtakeDown: down.swapAt(0, 1)
        case .blockUp: isUpBlocked = true
        case .blockDown: isDownBlocked = true
        case .cut: cut()
        default: break
        }
    }

    /// Breaks the connection: data in transit is lost, and each side is notified later.
    private mutating func cut() {
        up = isServerOpen ? [.end] : []
        down = isClientOpen ? [.end] : []
        isUpBlocked = true
        isDownBlocked = true
    }
}
