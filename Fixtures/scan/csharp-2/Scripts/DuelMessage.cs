#nullable enable
using UnityEngine;
#region messages
namespace Game.Chat {
    [System.Serializable]
    public sealed class DuelMessage : RCIMCustomMessage {
        public const string Identifier = "ST:Duel";
        [SerializeField] private int hidden;

        public string ObjectName { get; } = Identifier;

        protected override string Encode() => JsonConvert.SerializeObject(new {
            opponent = Opponent,
            stake = Stake,
        });

        protected override void Decode(JObject json) {
            Opponent = json.Value<string>("opponent");
            Stake = json.GetValue("stake")!.ToObject<int>();
            Rounds = json["rounds"]?.ToObject<int>() ?? 3;
        }
    }

    public record TauntMessage(
        [property: JsonPropertyName("line")] string Line,
        int Volume) : IMessage {
        public string GetObjectName() => $"{Prefixes.St}Taunt";
        public static int PersistentFlag => 0b11;
    }

    internal static class Prefixes { internal const string St = "ST:"; }
}
#endregion
