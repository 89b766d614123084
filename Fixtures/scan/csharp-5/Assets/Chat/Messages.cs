using System;
using System.Collections.Generic;

namespace Game.Chat
{
    [Serializable]
    public class GiftMessage
    {
        public string giftId;
        public int number;
        public float price;
        public List<string> receivers;
        [NonSerialized] public bool isPlaying;
    }

    [Serializable]
    public class EmoteMessage
    {
        public string emote;
        public long sentAt;
    }

    public enum RCIMConversationType
    {
        INVALID,
        PRIVATE,
        DISCUSSION,
        GROUP,
        CHATROOM
    }

    public enum ChatTab
    {
        Private,
        Group,
        World
    }
}
