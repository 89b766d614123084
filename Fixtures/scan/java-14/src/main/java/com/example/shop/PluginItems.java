package com.example.shop;

import io.rong.imlib.model.MessageContent;
import io.rong.message.ImageMessage;
import io.rong.message.LocationMessage;
import io.rong.message.TextMessage;

/** Makes the objects that a script receives. */
public class PluginItems {
    public static PluginItem of(MessageContent received) {
        PluginItem item = null;
        if (received instanceof TextMessage) {
            item = new PluginText(received);
        } else if (received instanceof ImageMessage) {
            item = new PluginImage((ImageMessage) received);
        } else if (received instanceof LocationMessage) {
            item = new PluginPlace(received);
        }
        return item;
    }
}

class PluginText extends PluginItem {
    String words;
    String note;

    PluginText(MessageContent received) {
        TextMessage message = (TextMessage) received;
        this.words = message.getContent() == null ? "" : message.getContent();
        this.note = message.getExtra();
    }
}

class PluginImage extends PluginItem {
    private String address;
    private String preview;

    PluginImage(ImageMessage message) {
        address = message.getRemoteUri().toString();
        preview = message.getBase64();
    }
}

class PluginPlace extends PluginItem {
    double north;
    double east;

    PluginPlace(MessageContent received) {
        LocationMessage message = (LocationMessage) received;
        north = message.getLat();
        east = message.getLng();
    }
}
