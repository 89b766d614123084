package com.example.food;

@MessageTag(value = "food:Order", flag = MessageTag.ISCOUNTED)
public class OrderMessage extends MessageContent {
    private String orderId;
    private int dishes;

    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        json.put("orderId", orderId);
        json.put("dishes", dishes);
        return json.toString().getBytes();
    }
}
