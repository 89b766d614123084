package com.example.server;

/** A place in a store of files. */
public class Bucket {
    public static final String OBJECT_NAME = "files:default";
    private String key;

    public String getKey() {
        return key;
    }
}
