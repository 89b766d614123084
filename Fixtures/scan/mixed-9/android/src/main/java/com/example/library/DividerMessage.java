package com.example.library;

import io.rong.imlib.MessageTag;
import io.rong.imlib.model.MessageContent;

/** A line between days in the list of messages, which never leaves the device. */
@MessageTag(value = "lib:Divider", flag = MessageTag.NONE)
public class DividerMessage extends MessageContent {
    public DividerMessage(byte[] data) {}

    @Override
    public byte[] encode() {
        return null;
    }
}
