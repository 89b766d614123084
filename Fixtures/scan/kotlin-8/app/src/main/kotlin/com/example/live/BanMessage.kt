package com.example.live

import kotlinx.serialization.EncodeDefault
import kotlinx.serialization.Required
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable

@Serializable
@MessageTag(value = "room:Ban", flag = MessageTag.ISCOUNTED)
data class BanMessage(
    @SerialName("user_id") val userId: String,
    @Required val minutes: Int = 30,
    @EncodeDefault val silent: Boolean = false,
    val reason: String? = null,
)
