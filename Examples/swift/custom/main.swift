// Declares a content type of an application, registers it, and reads and writes a message that a newer version sent.
import IMWire

/// An invitation to a game.
struct Invitation: MessageContent {
    static let objectName: ObjectName = "game:Invite"

    var game: String
    var seats: Int
    /// The members that this version does not know, which are written again.
    var unknownMembers = UnknownMembers()

    init(game: String, seats: Int) {
        self.game = game
        self.seats = seats
    }

    init(decoding decoder: inout ContentDecoder) throws(DecodeError) {
        game = try decoder.string("game", required: true) ?? ""
        seats = try decoder.integer("seats") ?? 2
        unknownMembers = try decoder.unknownMembers()
    }

    func encode(to encoder: inout ContentEncoder) {
        encoder.open(unknownMembers)
        encoder.member("game", game)
        encoder.member("seats", seats)
        encoder.close(unknownMembers)
    }

    var digest: String? { "[Invitation] \(game)" }
}

var registry = ContentRegistry.builtIn
try registry.register(Invitation.self)

let decoded = try registry.decode(#"{"game":"chess","seats":2,"clock":{"minutes":5.50}}"#, as: Invitation.objectName)
if case .known(var invitation as Invitation) = decoded.value {
    print(invitation.digest ?? "", decoded.unknown)
    invitation.seats = 4
    print(invitation.encodedString())
}
