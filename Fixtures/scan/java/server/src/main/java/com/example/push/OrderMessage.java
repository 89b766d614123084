package com.example.push;

import io.rong.messages.BaseMessage;
import io.rong.util.GsonUtil;

/** What the shop tells its customers. */
public class OrderMessage extends BaseMessage {
    private transient static final String TYPE = "App:Order";

    private String orderNo = "";
    private Long amount;
    @SerializedName("state")
    private Integer orderState = 0;
    private java.util.Map<String, Object> extra;
    private static final int MAX = 10;
    private transient String cached;

    public OrderMessage(String orderNo, Long amount) {
        this.orderNo = orderNo;
        this.amount = amount;
    }

    @Override
    public String getType() {
        return TYPE;
    }

    @Override
    public String toString() {
        return GsonUtil.toJson(this, OrderMessage.class);
    }

    public String getOrderNo() {
        return orderNo;
    }
}
