package com.example.market.body;

import java.io.Serializable;

public class OrderLine implements Serializable {
    public String sku;
    public int amount;
}
