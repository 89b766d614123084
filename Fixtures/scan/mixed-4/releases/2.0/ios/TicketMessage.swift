final class TicketMessage: RCMessageContent, Codable {
    var number = ""

    override class func getObjectName() -> String { "rail:Ticket" }
}
