package com.example.chat

import io.rong.imlib.MessageTag
import io.rong.imlib.model.MessageContent
import org.json.JSONArray
import org.json.JSONObject

private const val KEY_CARD = "cardId"

@MessageTag(value = "chat:Card", flag = MessageTag.ISCOUNTED)
class CardMessage(private var cardId: String = "", private var level: Int = 0) : MessageContent() {

    override fun encode(): ByteArray = JSONObject().apply {
        put(KEY_CARD, cardId)
        put("level", level)
        if (extra.isNotEmpty()) put("extra", extra)
        put("user", JSONObject().apply {
            put("id", userInfo.userId)
            put("name", userInfo.name)
            put("portrait", userInfo.portraitUri)
        })
        put("badges", JSONArray(listOf("a", "b")))
    }.toString().toByteArray()

    constructor(data: ByteArray) : this() {
        val json = JSONObject(String(data))
        cardId = json.getString(KEY_CARD)
        level = json.optInt("level", 1)
    }
}
