package com.example.chat

object Bootstrap {
    private val types = listOf(GroupTaskMessage::class.java, ReactionMessage::class.java)

    fun start() {
        RongCoreClient.registerMessageType(types)
        // RongIMClient.registerMessageType("Team:Gone", true)
    }

    fun send(name: String) = RongCoreClient.getInstance().sendMessage(type, target, Message.obtain(name))
}
