package com.example.server;

/** Where a search looks: nothing of it is on the wire. */
public enum ChatScope {
    PRIVATE(10),
    GROUP(20),
    CHATROOM(30);

    final int weight;

    ChatScope(int weight) {
        this.weight = weight;
    }
}
