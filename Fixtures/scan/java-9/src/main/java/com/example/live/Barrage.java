package com.example.live;

import com.alibaba.fastjson.annotation.JSONField;

public class Barrage {
    private String text;
    @JSONField(name = "bg")
    private String background;
    @JSONField(serialize = false)
    private int cost;
    private Integer speed;

    public String getText() { return text; }
    public String getBackground() { return background; }
    public Integer getSpeed() { return speed; }
}
