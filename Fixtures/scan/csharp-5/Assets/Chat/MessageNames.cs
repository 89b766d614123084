using System;
using System.Collections.Generic;

namespace Game.Chat
{
    public static class MessageNames
    {
        private static readonly Dictionary<Type, string> Names = new Dictionary<Type, string>
        {
            { typeof(GiftMessage), "game:Gift" },
            { typeof(EmoteMessage), "game:Emote" },
        };

        public static string Of(object message) => Names[message.GetType()];
    }
}
