package com.example.im

import io.rong.imlib.MessageTag
import io.rong.imlib.model.MessageContent
import org.json.JSONObject

@MessageTag(value = ObjectNames.INVITE, flag = MessageTag.ISPERSISTED or MessageTag.ISCOUNTED)
class InviteMessage() : MessageContent() {
    var roomId: String? = null
    var hostName: String = ""
    var seats = 0

    override fun encode(): ByteArray {
        val json = JSONObject().apply {
            put(Keys.ROOM, roomId)
            put("hostName", hostName)
            // put("password", password)
            putOpt("seats", seats)
        }
        Log.d("InviteMessage", """sends {"objectName": "App:InviteLog", "put": "nothing"}""")
        return json.toString().toByteArray(Charsets.UTF_8)
    }

    constructor(data: ByteArray) : this() {
        val json = JSONObject(String(data))
        roomId = json.optString(Keys.ROOM)
        hostName = json.getString("hostName")
        seats = json.optInt("seats", 0)
        json.optJSONObject("theme")?.let { theme ->
            val colour = theme.optString("colour")
        }
    }

    companion object {
        private const val TAG = "InviteMessage"

        @JvmField
        val CREATOR = object : Parcelable.Creator<InviteMessage> {
            override fun createFromParcel(source: Parcel) = InviteMessage(source)
        }
    }
}
