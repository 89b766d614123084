package com.example.market.body;

public class OrderBody {
    public String orderId;
    public OrderLine line;
}
