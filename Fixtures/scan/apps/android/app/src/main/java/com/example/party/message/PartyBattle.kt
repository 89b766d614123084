package com.example.party.message

import com.google.gson.Gson
import io.rong.imlib.MessageTag
import io.rong.imlib.model.MessageContent

data class BattleContent(
    val battleId: String,
    val status: Int,
    val scores: List<Int>,
)

enum class BattleStatus(val value: Int) {
    WAITING(0),
    RUNNING(1),
    ENDED(3),
}

@MessageTag(value = "party:PkNewMsg", flag = MessageTag.ISPERSISTED)
class PartyBattle : MessageContent {
    var content: BattleContent? = null

    constructor(data: ByteArray) {
        content = Gson().fromJson(String(data, Charsets.UTF_8), BattleContent::class.java)
    }

    override fun encode(): ByteArray = Gson().toJson(content).toByteArray(Charsets.UTF_8)
}
