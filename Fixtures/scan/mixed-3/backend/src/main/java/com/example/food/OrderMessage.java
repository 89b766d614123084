package com.example.food;

import com.google.gson.Gson;

public class OrderMessage extends BaseMessage {
    private static final String TYPE = "food:Order";
    private String orderId;
    private String dishes;
    private Long paidAt;

    @Override
    public String getType() {
        return TYPE;
    }

    @Override
    public String toString() {
        return new Gson().toJson(this);
    }
}
