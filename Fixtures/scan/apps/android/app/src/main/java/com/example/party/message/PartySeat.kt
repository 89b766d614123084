package com.example.party.message

import io.rong.imlib.MessageTag
import io.rong.imlib.model.MessageContent
import org.json.JSONObject

@MessageTag(value = "party:Seat", flag = MessageTag.NONE)
class PartySeat : MessageContent {
    var index: Int = 0
    var userId: String = ""

    constructor(data: ByteArray) {
        val json = JSONObject(String(data))
        index = json.optInt("index")
        userId = json.optString("userId")
    }

    override fun encode(): ByteArray = JSONObject().apply {
        put("index", index)
        put("userId", userId)
    }.toString().toByteArray()
}
