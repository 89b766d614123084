package com.example.server;

public enum GiftStatus {
    OPEN(0),
    TAKEN(1),
    EXPIRED(2);

    private final int value;

    GiftStatus(int value) {
        this.value = value;
    }
}
