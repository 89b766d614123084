package com.example.chat

import io.rong.imlib.MessageTag
import io.rong.imlib.model.MessageContent
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.encodeToString
import kotlinx.serialization.json.Json

internal object Tags {
    const val PREFIX = "Team:"
    const val REACTION = PREFIX + "React"
    const val POKE = "${PREFIX}Poke"
}

@Serializable
@MessageTag(Tags.REACTION, flag = MessageTag.NONE)
data class ReactionMessage(
    @SerialName("msg_uid") val messageUid: String,
    val emoji: String,
    val count: Int = 1,
    @Transient val local: Boolean = false,
) : MessageContent() {
    override fun encode(): ByteArray = Json.encodeToString(this).toByteArray()
}

/* @MessageTag("Team:Never", flag = 1) class NeverMessage */
@Parcelize
@MessageTag(value = Tags.POKE, flag = MessageTag.ISPERSISTED)
class PokeMessage(var strength: Int = 0, var from: String = "") : MessageContent(), Parcelable {
    override fun encode(): ByteArray {
        val map = mutableMapOf<String, Any?>("strength" to strength, "from" to from)
        map["sentAt"] = System.currentTimeMillis()
        return Gson().toJson(map).toByteArray()
    }
}

enum class ChatKind(val value: Int) {
    PRIVATE(1),
    GROUP(3),
    ULTRA_GROUP(10);

    companion object {
        fun of(value: Int) = entries.firstOrNull { it.value == value }
    }
}
