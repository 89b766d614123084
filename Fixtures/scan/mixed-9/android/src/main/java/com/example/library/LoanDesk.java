package com.example.library;

import io.rong.imlib.RongIMClient;
import io.rong.imlib.model.Conversation;
import io.rong.imlib.model.Message;
import io.rong.imlib.model.MessageContent;
import java.util.ArrayList;
import java.util.List;

public class LoanDesk {
    public void register() {
        List<Class<? extends MessageContent>> types = new ArrayList<>();
        types.add(LoanMessage.class);
        types.add(DueMessage.class);
        types.add(DividerMessage.class);
        RongIMClient.registerMessageType(types);
    }

    public void lend(String reader, String title) {
        LoanMessage content = LoanMessage.of(title, 14);
        Message message = Message.obtain(reader, Conversation.ConversationType.PRIVATE, content);
        RongIMClient.getInstance().sendMessage(message, null, null, null);
    }

    public boolean isReminder(MessageContent content) {
        return content instanceof DueMessage;
    }
}
