struct TicketMessage: Codable {
    static let objectName = "rail:Ticket"

    var code: String
    var platform: String
}
