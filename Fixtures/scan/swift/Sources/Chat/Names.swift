import Foundation

enum MessageName {
    static let invite = "App:" + "Invite"
    static let score = prefix + "Score"
    private static let prefix = "App:"
    // static let retired = "App:Retired"
}

struct Keys { static let score = "score" }
