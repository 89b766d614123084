package com.example.im

@MessageTag("App:Nudge", MessageTag.NONE)
class NudgeMessage(private val target: String, private val strength: Int) : MessageContent() {
    override fun encode() = JSONObject(
        mapOf(
            "target" to target,
            "strength" to strength,
        )
    ).toString().toByteArray()
}

/** A message of the server, as the gateway sees it: `App:Documented` is only an example. */
class AuditMessage : BaseMessage() {
    override fun getType(): String = "App:Audit"

    @SerializedName("who") var actor: String? = null
    var action: String? = null
    val at: Long = 0L

    override fun toString(): String = Gson().toJson(this)
}

enum class ConversationKind(val value: Int) {
    PRIVATE(1), GROUP(3),
    CHATROOM(4);
}

fun describe(name: String) = when (name) {
    "App:Invite" -> "an invitation"
    "App:Unheard" -> "nobody registered it"
    else -> "unknown ${name.removePrefix("App:")}"
}
