public class BuiltMessage : BaseMessage
{
    public override string GetType() { return "Build:Output"; }
}
