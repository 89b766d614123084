package com.example.school;

public class BroadcastRequest {
    private String fromUserId;
    private String objectName;
    private String content;

    public BroadcastRequest(String fromUserId, String objectName, String content) {
        this.fromUserId = fromUserId;
        this.objectName = objectName;
        this.content = content;
    }

    public String getObjectName() {
        return objectName;
    }

    public void setObjectName(String objectName) {
        this.objectName = objectName;
    }
}
