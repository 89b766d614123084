import RongIMLib

final class TicketMessage: RCMessageContent, Codable {
    var code = ""
    var gate: Int?

    override class func getObjectName() -> String { "rail:Ticket" }
    override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_ISCOUNTED }
}
