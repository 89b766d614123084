package live

import kotlinx.serialization.encodeToString
import kotlinx.serialization.json.Json

val Content.objectName: String
    get() = when (this) {
        is Like -> "live:Like"
        is Seat -> "live:Seat"
        is Notice -> "live:Notice"
    }

fun publish(room: String, content: Content) = post(
    "/message/chatroom/publish.json",
    mapOf("toChatroomId" to room, "objectName" to content.objectName, "content" to Json.encodeToString(content)),
)
