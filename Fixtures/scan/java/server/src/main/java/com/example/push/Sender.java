package com.example.push;

class Sender {
    String nameOf(String kind, boolean urgent) {
        return "App:" + kind + (urgent ? "Now" : "");
    }

    @MessageTag(value = Names.of("late"), flag = MessageTag.NONE)
    static class Late extends MessageContent { }
}
