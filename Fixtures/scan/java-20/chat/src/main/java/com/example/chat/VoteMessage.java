package com.example.chat;

import com.alibaba.fastjson.JSON;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

@Wire
@MessageTag(value = "market:Vote", flag = MessageTag.ISCOUNTED)
public class VoteMessage extends MessageContent {
    public String title;

    @Override
    public byte[] encode() {
        return JSON.toJSONString(this).getBytes();
    }
}
