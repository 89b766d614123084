package com.example.market.message;

import androidx.annotation.Keep;
import io.rong.imlib.MessageTag;

@Keep
@MessageTag(value = "market:Pin", flag = MessageTag.ISPERSISTED)
public class PinMessage extends JsonMessage {
    private String noticeId;
}
