package com.example.market.message;

import com.google.gson.Gson;
import io.rong.imlib.model.MessageContent;

public abstract class JsonMessage extends MessageContent {
    private static final Gson GSON = new Gson();

    @Override
    public byte[] encode() {
        return GSON.toJson(this).getBytes();
    }
}
