package com.example.chat

enum class ConversationKind(val value: Int) {
    PRIVATE(1),
    GROUP(3),
    CHATROOM(4),
    ULTRA_GROUP(10);

    companion object {
        fun of(value: Int) = entries.firstOrNull { it.value == value }
    }
}

enum class Level(val number: Int) { LOW(1), MIDDLE(5), HIGH(10) }
