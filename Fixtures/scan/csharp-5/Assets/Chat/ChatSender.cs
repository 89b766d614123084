using UnityEngine;

namespace Game.Chat
{
    public class ChatSender
    {
        public void Send(RCIMConversationType type, string target, object message)
        {
            string json = JsonUtility.ToJson(message);
            NativeChat.Send((int)type, target, MessageNames.Of(message), json);
        }
    }
}
