package com.example.orchard;

import com.facebook.react.bridge.Arguments;
import com.facebook.react.bridge.WritableMap;

/** Converts contents of the SDK to objects of the bridge. */
final class Contents {
    static WritableMap toMap(String objectName, MessageContent content) {
        WritableMap map = Arguments.createMap();
        switch (objectName) {
            case "RC:ImgMsg": {
                ImageMessage image = (ImageMessage) content;
                map.putString("local", image.getLocalUri().toString());
                map.putBoolean("isFull", image.isFull());
                map.putString("extra", image.getExtra());
                break;
            }
            case "RC:RcNtf": {
                RecallNotificationMessage notice = (RecallNotificationMessage) content;
                map.putString("operatorId", notice.getOperatorId());
                map.putDouble("recallTime", notice.getRecallTime());
                map.putString("originalObjectName", notice.getOriginalObjectName());
                map.putBoolean("isAdmin", notice.isAdmin());
                break;
            }
        }
        return map;
    }
}
