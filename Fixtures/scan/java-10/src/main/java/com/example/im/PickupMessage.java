package com.example.im;

import com.alibaba.fastjson.annotation.JSONField;
import com.alibaba.fastjson.annotation.JSONType;
import com.alibaba.fastjson.PropertyNamingStrategy;

@ImMessage(objectName = "trip:Pickup", flag = 1)
@JSONType(naming = PropertyNamingStrategy.SnakeCase, ignores = {"cache"})
public class PickupMessage implements ImContent {
    private String driverName;
    private double latitude;
    @JSONField(name = "lng")
    private double longitude;
    private String cache;
    @JSONField(defaultValue = "5")
    private int minutesLeft;
}
