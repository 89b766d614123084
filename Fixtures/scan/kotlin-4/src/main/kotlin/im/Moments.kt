package im

@MessageTag("mo:Comment", flag = ISCOUNTED or ISPERSISTED)
class CommentMessage() : MessageContent() {
    lateinit var body: CommentBody

    constructor(bytes: ByteArray) : this() {
        val json = JSONObject(bytes.decodeToString())
        body = CommentBody(
            json.optString("postId"),
            json.optString("text"),
        )
    }

    override fun encode() = JSONObject()
        .put("postId", body.postId)
        .put("text", body.text)
        .put("likes", body.likes)
        .toString().toByteArray()
}

@MessageTag(value = LikeMessage.NAME, flag = MessageTag.STATUS)
class LikeMessage : MessageContent() {
    var postId = ""

    override fun encode(): ByteArray = buildJsonObject {
        put("postId", postId)
        put("at", now())
    }.toString().encodeToByteArray()

    companion object {
        const val NAME = "mo:Like"
    }
}
