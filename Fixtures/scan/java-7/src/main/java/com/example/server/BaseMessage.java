package com.example.server;

public abstract class BaseMessage {
    public abstract String getType();

    @Override
    public abstract String toString();
}
