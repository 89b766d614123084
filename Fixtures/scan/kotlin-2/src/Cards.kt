package io.example.cards

private const val CARD = "ST:" + "Card"

@MessageTag(CARD, flag = MessageTag.ISCOUNTED or MessageTag.ISPERSISTED)
internal class CardMessage : MessageContent {
    lateinit var title: String
    var pages: Int = 1

    constructor() : super()

    constructor(bytes: ByteArray?) : super(bytes) {
        with(JSONObject(bytes!!.decodeToString())) {
            title = optString("title")
            pages = optInt("pages")
        }
    }

    override fun encode(): ByteArray =
        JSONObject()
            .put("title", title)
            .put("pages", pages)
            .put("author", JSONObject().put("id", authorId))
            .toString()
            .encodeToByteArray()
}

@MessageTag(value = "ST:Deck", flag = MessageTag.NONE)
class DeckMessage(var cards: List<String>?) : MessageContent() {
    override fun encode(): ByteArray {
        val body = buildJsonObject {
            put("size", cards?.size ?: 0)
            putJsonArray("cards") { cards?.forEach { add(it) } }
        }
        return body.toString().toByteArray()
    }

    fun decode(text: String) {
        val body = Json.parseToJsonElement(text).jsonObject
        size = body["size"]?.jsonPrimitive?.int
        owner = body["owner"]?.jsonPrimitive?.content
    }
}
