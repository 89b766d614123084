package com.example.sdk;

import java.lang.reflect.Field;
import org.json.JSONObject;

public abstract class ReflectiveContent extends MessageContent {
    @Override
    public byte[] encode() {
        JSONObject json = new JSONObject();
        for (Field field : getClass().getDeclaredFields()) {
            field.setAccessible(true);
            json.put(Naming.wire(field.getName()), field.get(this));
        }
        return json.toString().getBytes();
    }
}
