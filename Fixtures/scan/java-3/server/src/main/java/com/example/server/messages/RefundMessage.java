package com.example.server.messages;

public class RefundMessage extends BaseMessage {
    private final String orderId;
    private final String reason;

    public RefundMessage(String orderId, String reason) {
        this.orderId = orderId;
        this.reason = reason;
    }

    @Override public String getType() { return "Srv:Refund"; }

    @Override public String toString() { return com.example.server.util.GsonUtil.toJson(this, RefundMessage.class); }
}
