package com.example.shop;

import android.app.Activity;

/** Shows pictures; its constant selects messages and declares no type. */
public class GalleryActivity extends Activity {
    private static final String OBJECT_NAME = "RC:ImgMsg";
    private String title;

    boolean shows(Message message) {
        return OBJECT_NAME.equals(message.getObjectName());
    }
}
