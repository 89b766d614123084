package com.example.live

import com.google.gson.Gson
import com.google.gson.annotations.SerializedName
import io.rong.imlib.MessageTag
import io.rong.imlib.model.MessageContent

data class Battle(
    @SerializedName("id") val battleId: String,
    val status: String,
    val score: Long = 0,
    val note: String? = null,
    val sides: List<Side> = emptyList(),
)

data class Side(
    val uid: String,
    @SerializedName("pts") val points: Int,
)

@MessageTag(value = "live:Battle", flag = MessageTag.ISPERSISTED)
class BattleMessage : MessageContent {
    private var battle: Battle? = null

    constructor(battle: Battle) {
        this.battle = battle
    }

    constructor(data: ByteArray) {
        battle = Gson().fromJson(String(data, Charsets.UTF_8), Battle::class.java)
    }

    override fun encode(): ByteArray {
        return Gson().toJson(battle).toByteArray(Charsets.UTF_8)
    }
}
