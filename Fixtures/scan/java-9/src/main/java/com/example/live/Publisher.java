package com.example.live;

import com.alibaba.fastjson.JSON;
import java.util.HashMap;
import java.util.Map;

class Publisher {
    void publish(String room, Object content) {
        Map<String, String> form = new HashMap<>();
        form.put("toChatroomId", room);
        form.put("objectName", Names.of(content));
        form.put("content", JSON.toJSONString(content));
        post("/message/chatroom/publish.json", form);
    }
}
