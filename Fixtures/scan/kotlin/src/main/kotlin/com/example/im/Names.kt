package com.example.im

const val NAMESPACE = "App"

object ObjectNames {
    const val INVITE = "$NAMESPACE:Invite"
    const val POLL = NAMESPACE + ":" + "Poll"
    /* nested /* comment */ const val GHOST = "App:Ghost" */
}

internal object Keys {
    const val ROOM = "roomId"
}
