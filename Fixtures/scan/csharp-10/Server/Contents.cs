using System;
using System.Collections.Generic;
using Newtonsoft.Json;

namespace Shop.Messages
{
    public class GiftMessage
    {
        private static readonly string TYPE = "shop:Gift";

        [JsonProperty("giftId")]
        private string giftId = "";
        [JsonProperty("note")]
        private string note = string.Empty;
        [JsonProperty("count")]
        private int count = 1;
        [JsonProperty("wrapped")]
        private bool wrapped;

        public GiftMessage(string giftId) { this.giftId = giftId; }

        public int GetMessageType() { return 7; }

        public string GetType() { return TYPE; }

        public override string ToString() { return JsonConvert.SerializeObject(this); }
    }

    /// The conversations that a message may be sent to, as objects that count themselves.
    public sealed class ConversationType
    {
        public static readonly ConversationType PRIVATE = new ConversationType("PRIVATE", InnerEnum.PRIVATE, "1");
        public static readonly ConversationType GROUP = new ConversationType("GROUP", InnerEnum.GROUP, "3");
        public static readonly ConversationType SYSTEM = new ConversationType("SYSTEM", InnerEnum.SYSTEM, "6");

        public enum InnerEnum { PRIVATE, GROUP, SYSTEM }

        private static int nextOrdinal = 0;
        private readonly int ordinal;
        private readonly string name;

        internal ConversationType(string label, InnerEnum inner, string name)
        {
            this.name = name;
            ordinal = nextOrdinal++;
        }
    }
}
