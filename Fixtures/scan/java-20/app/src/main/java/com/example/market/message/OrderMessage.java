package com.example.market.message;

import com.example.market.body.OrderBody;
import com.google.gson.Gson;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

@MessageTag(value = "market:Order", flag = MessageTag.ISPERSISTED)
public class OrderMessage extends MessageContent {
    private OrderBody body;

    public OrderMessage(byte[] data) {
        body = new Gson().fromJson(new String(data), OrderBody.class);
    }

    @Override
    public byte[] encode() {
        return new Gson().toJson(body).getBytes();
    }
}
