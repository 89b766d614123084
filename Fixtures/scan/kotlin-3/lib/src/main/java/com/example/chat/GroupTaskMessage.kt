package com.example.chat

import android.os.Parcel
import android.os.Parcelable
import io.rong.imlib.MessageTag
import io.rong.imlib.model.MessageContent
import org.json.JSONException
import org.json.JSONObject

@MessageTag(value = "Team:Task", flag = MessageTag.ISCOUNTED or MessageTag.ISPERSISTED)
class GroupTaskMessage : MessageContent {
    var taskId: String? = null
    var title: String? = null
    var assignee: String? = null
    var dueAt: Long = 0

    constructor(data: ByteArray?) {
        val jsonStr = data?.let { String(it, Charsets.UTF_8) } ?: return
        try {
            JSONObject(jsonStr).run {
                taskId = optString("taskId")
                title = optString("title")
                if (has("assignee")) assignee = getString("assignee")
                dueAt = optLong(DUE)
            }
        } catch (e: JSONException) {
            Log.e(TAG, "decode ${e.message}")
        }
    }

    override fun encode(): ByteArray {
        val json = JSONObject().apply {
            put("taskId", taskId)
            put("title", title)
            putOpt("assignee", assignee)
            put(DUE, dueAt)
            put("extra", extra ?: "")
        }
        return json.toString().toByteArray()
    }

    companion object {
        private const val TAG = "GroupTaskMessage"
        private const val DUE = "due_at"

        @JvmField
        val CREATOR: Parcelable.Creator<GroupTaskMessage> = object : Parcelable.Creator<GroupTaskMessage> {
            override fun createFromParcel(source: Parcel) = GroupTaskMessage(source)
            override fun newArray(size: Int): Array<GroupTaskMessage?> = arrayOfNulls(size)
        }
    }
}
