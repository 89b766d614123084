package com.example.im

@MessageTag(
    flag = PollMessage.FLAG,
    value = PollMessage.NAME,
)
@Serializable
data class PollMessage(
    @SerialName("poll_id") val pollId: String,
    val question: String,
    val choices: List<String> = emptyList(),
    @Transient val cached: Boolean = false,
    @SerialName(Wire.CLOSES) val closes: Long? = null,
) : MessageContent() {
    override fun encode(): ByteArray = Json.encodeToString(this).encodeToByteArray()

    private object Wire {
        const val CLOSES = "closesAt"
    }

    companion object {
        const val NAME = ObjectNames.POLL
        const val FLAG = MessageTag.ISPERSISTED
    }
}
