package com.example.party.message;

import com.google.gson.Gson;
import com.google.gson.annotations.SerializedName;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;
import java.nio.charset.StandardCharsets;

@MessageTag(value = "party:Order", flag = MessageTag.ISCOUNTED)
public class PartyOrder extends MessageContent {
    private String orderNo;
    private double amount;
    private Sender sender;

    static class Sender {
        @SerializedName("userId")
        private String id;
        private String nickname;
    }

    public PartyOrder(byte[] data) {
        PartyOrder other = new Gson().fromJson(new String(data, StandardCharsets.UTF_8), PartyOrder.class);
        orderNo = other.orderNo;
        amount = other.amount;
        sender = other.sender;
    }

    @Override
    public byte[] encode() {
        return new Gson().toJson(this).getBytes(StandardCharsets.UTF_8);
    }
}
