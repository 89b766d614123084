package com.example.bridge;

import com.facebook.react.bridge.Arguments;
import com.facebook.react.bridge.ReadableMap;
import com.facebook.react.bridge.WritableMap;

/** Converts contents of the SDK to objects of the bridge and back. */
final class ContentConverter {
    static WritableMap toMap(String objectName, MessageContent content) {
        WritableMap map = Arguments.createMap();
        map.putString("objectName", objectName);
        switch (objectName) {
            case "RC:TxtMsg":
                TextMessage text = (TextMessage) content;
                map.putString("body", text.getContent());
                break;
            case "RC:HQVCMsg": {
                HQVoiceMessage voice = (HQVoiceMessage) content;
                map.putString("address", voice.getMediaUrl().toString());
                map.putInt("seconds", voice.getDuration());
                break;
            }
        }
        map.putMap("sender", sender(content.getUserInfo()));
        return map;
    }

    private static WritableMap sender(UserInfo user) {
        WritableMap map = Arguments.createMap();
        map.putString("id", user.getUserId());
        return map;
    }

    static MessageContent toContent(ReadableMap map) {
        String objectName = map.getString("objectName");
        if (objectName.equals("RC:TxtMsg")) {
            return TextMessage.obtain(map.getString("body"));
        } else if (objectName.equals("RC:CmdMsg")) {
            return CommandMessage.obtain(map.getString("name"), map.getString("data"));
        }
        return null;
    }

    /** One branch alone is no converter. */
    static void track(MessageContent content, Map<String, Object> event) {
        if (content instanceof GIFMessage) {
            event.put("kind", "gif");
        }
    }
}
