package com.example.server;

import com.google.gson.Gson;

public class GiftMessage extends BaseMessage {
    private String giftId;
    private int number;
    private GiftStatus status;

    private transient static final String TYPE = "shop:Gift";

    @Override
    public String getType() {
        return TYPE;
    }

    /** The number of the layout that shows it. */
    public int getMessageType() {
        return 7;
    }

    @Override
    public String toString() {
        return new Gson().toJson(this, GiftMessage.class);
    }
}
