public class FakeMessage : BaseMessage
{
    [JsonProperty("fake")] public string Fake;
    public override string GetType() { return "Test:Fake"; }
}
