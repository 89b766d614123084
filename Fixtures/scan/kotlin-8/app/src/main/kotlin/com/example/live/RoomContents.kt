package com.example.live

import com.squareup.moshi.Json
import com.squareup.moshi.JsonClass
import io.rong.imlib.MessageTag

@MessageTag(value = "room:Seat", flag = MessageTag.ISPERSISTED)
@JsonClass(generateAdapter = true)
data class SeatMessage(
    @field:Json(name = "seat_no") val number: Int,
    @Json(name = "occupant") val user: Occupant?,
    val state: SeatState = SeatState.OPEN,
    @Json(ignore = true) val isMine: Boolean = false,
)

@JsonClass(generateAdapter = true)
data class Occupant(val id: String, @Json(name = "nick") val name: String? = null)

enum class SeatState(val code: Int) {
    @Json(name = "open") OPEN(0),
    @Json(name = "taken") TAKEN(1),
    @Json(name = "locked") LOCKED(2),
}
