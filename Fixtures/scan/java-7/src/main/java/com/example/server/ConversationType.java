package com.example.server;

/** The type of a conversation, as the server's API takes it. */
public enum ConversationType {
    PRIVATE("1"),
    GROUP("3"),
    CHATROOM("4"),
    SYSTEM("6");

    private final String name;

    ConversationType(String name) {
        this.name = name;
    }

    public String getName() {
        return name;
    }
}
