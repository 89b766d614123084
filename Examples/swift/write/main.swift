// Writes a text that mentions a user: its content, and the chat message that carries it as bytes of a connection.
import IMWire

var text = TextMessage(content: "Lunch at noon?")
text.user = ContentUserInfo(id: "u1", name: "Kim")
text.mentionedInfo = ContentMentionedInfo(type: 2, userIDs: ["u2"])
print(text.encodedString())

var message = ChatMessage(.normal)
message.clientMessageID = "c1"
message.senderID = "u1"
message.groupID = "g1"
message.chatType = .group
message.setContent(.known(text))

var encoder = ChatStreamEncoder(.lines(.lf, .json))
print(String(decoding: try encoder.encode(message), as: UTF8.self), terminator: "")
