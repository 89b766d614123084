package com.example.school;

public abstract class BaseContent {
    public abstract String getObjectName();

    @Override
    public String toString() {
        return GsonUtil.toJson(this);
    }
}
