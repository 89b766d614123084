package com.example.chat;

import com.alibaba.fastjson.JSON;
import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

@MessageTag(value = "market:Sticker", flag = MessageTag.ISCOUNTED)
public class StickerMessage extends MessageContent {
    public String pack;
    public String stickerId;

    @Override
    public byte[] encode() {
        return JSON.toJSONString(this).getBytes();
    }
}
