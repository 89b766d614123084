package com.example.push;

public enum ConversationType {
    NONE(0, "none"),
    PRIVATE(1, "private"),
    /** DISCUSSION(2, "discussion"), */
    GROUP(3, "group"),
    ULTRA_GROUP(10, "ultraGroup");

    private final int value;
    private final String name;

    ConversationType(int value, String name) {
        this.value = value;
        this.name = name;
    }
}
