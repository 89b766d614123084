package com.example.chat;

public @interface Wire {
}
