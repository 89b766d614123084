package live

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.Transient

sealed interface Content

@Serializable
data class Like(val roomId: String, val count: Int = 1) : Content

@Serializable
data class Seat(
    @SerialName("idx") val index: Int,
    val userId: String? = null,
    val locked: Boolean,
    @Transient val view: Int = 0,
) : Content

@Serializable
data class Notice(val text: String, val style: Style = Style()) : Content {
    @Serializable
    data class Style(val color: String = "#fff", val size: Double = 12.0)
}
